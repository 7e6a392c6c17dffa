import type { Me } from '@ninesixteen/shared/api/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { authCalls } from '../../api/auth-calls.ts'
import { api } from '../../api/client.ts'
import { meKey, useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './account.module.css'

const NAME_MAX = 200

/** Puts what was changed into what this page knows of the person. */
function useChangeMe(): (change: Partial<Me>) => void {
  const client = useQueryClient()
  return (change) => client.setQueryData<Me | null>(meKey, (me) => me && { ...me, ...change })
}

export function AccountProfile() {
  return (
    <Panel title="Profile" id="account-profile-heading">
      <NameForm />
      <EmailForm />
    </Panel>
  )
}

function NameForm() {
  const { displayName } = useSignedIn()
  const changeMe = useChangeMe()
  const [name, setName] = useState(displayName)
  const typed = name.trim()
  const save = useMutation({
    mutationFn: () => authCalls.changeName(typed),
    onSuccess: () => {
      changeMe({ displayName: typed })
      notify.ok('Name changed')
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed !== '' && typed !== displayName) save.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Name">
      <TextField
        label="Name"
        autoComplete="name"
        maxLength={NAME_MAX}
        value={name}
        error={typed === '' ? 'Please enter a name' : null}
        onChange={(event) => setName(event.target.value)}
      />
      {save.isError && <Notice kind="bad">{errorText(save.error)}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" busy={save.isPending} disabled={typed === '' || typed === displayName}>
          {save.isPending ? 'Saving...' : 'Change name'}
        </Button>
      </div>
    </form>
  )
}

function EmailForm() {
  const { email } = useSignedIn()
  const changeMe = useChangeMe()
  const [address, setAddress] = useState(email)
  const [password, setPassword] = useState('')
  const typed = address.trim().toLowerCase()
  const changed = typed !== '' && typed !== email.toLowerCase()
  const save = useMutation({
    mutationFn: () => api.account.changeEmail({ email: typed, password }),
    onSuccess: (answer) => {
      changeMe(answer)
      setAddress(answer.email)
      setPassword('')
      notify.ok('E-mail changed', 'Sign in with the new address from now on.')
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (changed && password !== '') save.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="E-mail">
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField label="E-mail" type="email" autoComplete="email" value={address} onChange={(event) => setAddress(event.target.value)} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        hint="You sign in with this address, so the password is asked for."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {save.isError && <Notice kind="bad">{errorText(save.error)}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" busy={save.isPending} disabled={!changed || password === ''}>
          {save.isPending ? 'Saving...' : 'Change e-mail'}
        </Button>
      </div>
    </form>
  )
}
