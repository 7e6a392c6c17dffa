import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { authMessage } from '@ninesixteen/shared/auth-messages'
import { errorText } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'
import { useSignedIn } from '../../app/session.ts'
import { TextField } from '../../components/field.tsx'
import styles from './security.module.css'

/** Replaces the auth library's message for a wrong password. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof AuthCallError)) return errorText(error)
  return error.code === 'INVALID_PASSWORD' ? 'The password is wrong.' : authMessage(error)
}

interface PasswordFormProps<T> {
  /** Id of the form, for the button outside of it. */
  id: string
  send(password: string): Promise<T>
  onDone(result: T): void
  onBusy(isBusy: boolean): void
  /** Fields before the password. */
  children?: ReactNode
}

/** Asks for the password before a change to sign-in. */
export function PasswordForm<T>({ id, send, onDone, onBusy, children }: PasswordFormProps<T>) {
  const { email } = useSignedIn()
  const [password, setPassword] = useState('')
  const sending = useMutation({
    mutationFn: () => send(password),
    onMutate: () => onBusy(true),
    onSuccess: onDone,
    onSettled: () => onBusy(false),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (password !== '' && !sending.isPending) sending.mutate()
  }
  return (
    <form id={id} className={styles.form} onSubmit={submit}>
      {/* The user name, for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {children}
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={sending.isError ? reasonOf(sending.error) : null}
        onChange={(event) => setPassword(event.target.value)}
      />
    </form>
  )
}
