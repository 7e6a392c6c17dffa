import type { Me } from '@ninesixteen/shared/api/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { authCalls } from '../../api/auth-calls.ts'
import { emitAuthEvent } from '../../app/auth-events.ts'
import { meKey, useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { notify } from '../../components/toast.tsx'
import { AccountEmail } from './account-email.tsx'
import styles from './account.module.css'

const NAME_MAX = 200

export function AccountProfile() {
  return (
    <Panel title="Profile" id="account-profile-heading">
      <NameForm />
      <AccountEmail />
    </Panel>
  )
}

function NameForm() {
  const { displayName } = useSignedIn()
  const client = useQueryClient()
  const [name, setName] = useState(displayName)
  const newName = name.trim()
  const save = useMutation({
    mutationFn: () => authCalls.changeName(newName),
    onSuccess: () => {
      client.setQueryData<Me | null>(meKey, (me) => me && { ...me, displayName: newName })
      emitAuthEvent({ event: 'user-updated' })
      notify.ok('Name changed')
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (newName !== '' && newName !== displayName) save.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Name">
      <TextField
        label="Name"
        autoComplete="name"
        maxLength={NAME_MAX}
        value={name}
        error={newName === '' ? 'Please enter a name' : null}
        onChange={(event) => setName(event.target.value)}
      />
      {save.isError && <Notice kind="bad">{errorText(save.error)}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" busy={save.isPending} disabled={newName === '' || newName === displayName}>
          {save.isPending ? 'Saving...' : 'Change name'}
        </Button>
      </div>
    </form>
  )
}
