import { authMessage, checkCredentials, CONFIRM_EMAIL_TEXT } from '@ninesixteen/shared/auth-messages'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { AuthCallError, authCalls } from '../../api/auth-calls.ts'
import { dayAndTime } from '../../app/day-and-time.ts'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './try.module.css'

export interface KeepFormProps {
  projectId: string
  endsAt: string
}

/** The account of a stranger becomes their own, with the slideshow in it. */
export function KeepForm({ projectId, endsAt }: KeepFormProps) {
  const least = usePublicConfig().passwordMin
  const [fields, setFields] = useState({ email: '', password: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [isWaiting, setWaiting] = useState(false)
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    disabled: busy,
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })

  async function keep(): Promise<void> {
    setBusy(true)
    try {
      const { waits } = await authCalls.keepDemo(fields.email.trim(), fields.password)
      // Where the address is confirmed first, the slideshow stays as it is until then.
      if (waits) return setWaiting(true)
      // A fresh page of the account, which says who one is now.
      location.assign(`${paths.studio}?project=${projectId}`)
    } catch (cause) {
      setProblem(cause instanceof AuthCallError ? authMessage(cause) : errorText(cause))
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const wrong = checkCredentials(fields, least)
    setProblem(wrong)
    if (!wrong) void keep()
  }
  return (
    <form className={styles.keep} onSubmit={submit} aria-labelledby="try-keep" noValidate>
      <h2 id="try-keep" className={styles.keepTitle}>
        Keep it: create your account
      </h2>
      <p className={styles.lead}>The slideshow moves into it. Without one it is gone {dayAndTime(endsAt)}.</p>
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
      {isWaiting && <Notice kind="ok">{CONFIRM_EMAIL_TEXT}</Notice>}
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Button type="submit" variant="primary" wide busy={busy && !isWaiting} disabled={isWaiting}>
        {busy && !isWaiting ? 'Keeping...' : 'Create account and keep it'}
      </Button>
    </form>
  )
}
