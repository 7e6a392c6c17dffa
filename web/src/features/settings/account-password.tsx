import { checkNewPassword } from '@ninesixteen/shared/auth-messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { AuthCallError, authCalls } from '../../api/auth-calls.ts'
import { orpc } from '../../api/client.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './account.module.css'

const EMPTY = { current: '', next: '', again: '' }

function reasonOf(cause: unknown): string {
  return cause instanceof AuthCallError && cause.code === 'INVALID_PASSWORD' ? 'The current password is wrong.' : errorText(cause)
}

export function AccountPassword() {
  const { email } = useSignedIn()
  const client = useQueryClient()
  const minLength = usePublicConfig().passwordMin
  const [fields, setFields] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: () => authCalls.changePassword(fields.current, fields.next),
    onSuccess: async () => {
      setFields(EMPTY)
      notify.ok('Password changed', 'You were signed out everywhere else.')
      await client.invalidateQueries({ queryKey: orpc.account.listSessions.key() })
    },
    onError: (cause) => setProblem(reasonOf(cause)),
  })
  const field = (name: keyof typeof EMPTY) => ({
    type: 'password',
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setProblem(null)
    const problemText = checkNewPassword({ password: fields.next, confirmation: fields.again }, minLength)
    if (problemText) return setProblem(problemText)
    save.mutate()
  }
  return (
    <Panel title="Password" id="account-password-heading">
      <form className={styles.form} onSubmit={submit} aria-labelledby="account-password-heading">
        {/* The user name, for password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <TextField label="Current password" autoComplete="current-password" {...field('current')} />
        <TextField label="New password" autoComplete="new-password" {...field('next')} />
        <TextField
          label="New password again"
          autoComplete="new-password"
          hint="You will be signed out everywhere else."
          {...field('again')}
        />
        {problem && <Notice kind="bad">{problem}</Notice>}
        <div className={styles.buttons}>
          <Button type="submit" busy={save.isPending} disabled={Object.values(fields).includes('')}>
            {save.isPending ? 'Saving...' : 'Change password'}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
