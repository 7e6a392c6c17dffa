import { authMessage, checkCredentials, CONFIRM_EMAIL_TEXT } from '@ninesixteen/shared/auth-messages'
import { type ComponentType, type FormEvent, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { AuthCallError, authCalls } from '../../api/auth-calls.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './trial.module.css'
import type { TrialVisitor } from './write-slides.ts'

/** An address awaiting confirmation, and a token to check whether the mail was refused. */
interface AwaitedSignUp {
  email: string
  ticket: string | null
}

export interface SignUpFormProps {
  projectId: string
  endsAt: string
  requestMe: TrialVisitor['requestMe']
  /** Shown while the address awaits confirmation. */
  AwaitedMail: ComponentType<AwaitedSignUp>
}

/** Turns the trial into an account with its slideshow. */
export function SignUpForm({ projectId, endsAt, requestMe, AwaitedMail }: SignUpFormProps) {
  const minLength = usePublicConfig().passwordMin
  const [fields, setFields] = useState({ email: '', password: '' })
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [awaited, setAwaited] = useState<AwaitedSignUp | null>(null)
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    disabled: busy,
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })

  async function submitAccount(): Promise<void> {
    setBusy(true)
    try {
      const email = fields.email.trim()
      const { waits, mail = null } = await authCalls.convertDemo(email, fields.password)
      // If the address needs confirming first, the trial stays as it is until then.
      if (waits) setAwaited({ email, ticket: mail })
      // With a plan, continue to the editor; without, this page shows the account's view.
      else if ((await requestMe())?.proPlan) return location.assign(`${paths.studio}?project=${projectId}&pane=edit`)
    } catch (error) {
      setProblem(error instanceof AuthCallError ? authMessage(error) : errorText(error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const problemText = checkCredentials(fields, minLength)
    setProblem(problemText)
    if (!problemText) void submitAccount()
  }
  if (awaited)
    return (
      <section className={styles.keep} aria-labelledby="try-keep">
        <h2 id="try-keep" className={styles.keepTitle}>
          Confirm your email
        </h2>
        <Notice kind="ok">{CONFIRM_EMAIL_TEXT}</Notice>
        <p className={styles.lead}>
          We sent it to <strong>{awaited.email}</strong>. We keep your slideshow for 24 hours.
        </p>
        <AwaitedMail {...awaited} />
        <Button variant="ghost" onClick={() => setAwaited(null)}>
          Use another address
        </Button>
      </section>
    )
  return (
    <form className={styles.keep} onSubmit={submit} aria-labelledby="try-keep" noValidate>
      <h2 id="try-keep" className={styles.keepTitle}>
        Keep it: create your account
      </h2>
      <p className={styles.lead}>Your slideshow moves to your new account. Without an account, it is deleted on {dateAndTime(endsAt)}.</p>
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Button type="submit" variant="primary" wide busy={busy}>
        {busy ? 'Saving...' : 'Create account and keep it'}
      </Button>
    </form>
  )
}
