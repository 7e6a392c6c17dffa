import { useState, type FormEvent } from 'react'
import { checkNewPassword, EMAIL_INVALID_TEXT, isEmailShaped } from '@ninesixteen/shared/auth-messages'
import { authCalls } from '../../api/auth-calls.ts'
import { emitAuthEvent } from '../../app/auth-events.ts'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './auth-form.module.css'
import { MissingMailHint } from './check-your-mail.tsx'
import { linkToken } from './link-token.ts'
import { PasswordField } from './password-field.tsx'
import { useCall } from './use-call.ts'

/** Requests the mail or, opened by its link, sets the password. */
export function RecoveryForms() {
  const [token] = useState(linkToken)
  return token === '' ? <RequestMail /> : <SetPassword token={token} />
}

function RequestMail() {
  const [email, setEmail] = useState('')
  const recovery = useCall<unknown>()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (email.trim() === '') return recovery.fail('Please fill in all fields')
    if (!isEmailShaped(email)) return recovery.fail(EMAIL_INVALID_TEXT)
    recovery.run(() => authCalls.recover(email.trim()))
  }
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Forgot your password?</h1>
        <p className={styles.subtitle}>We’ll email you a link to set a new one.</p>
      </header>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          disabled={recovery.busy}
          onChange={(event) => setEmail(event.target.value)}
        />
        {recovery.error && <Notice kind="bad">{recovery.error}</Notice>}
        {recovery.result !== null && !recovery.error && (
          <Notice kind="ok">
            If there is an account with this address, a link is on its way. It works for an hour. <MissingMailHint />
          </Notice>
        )}
        <Button type="submit" variant="primary" size="large" wide busy={recovery.busy}>
          {recovery.result === null ? 'Send the link' : 'Send it again'}
        </Button>
      </form>
      <p className={styles.switch}>
        <Link to={paths.auth}>Back to sign in</Link>
      </p>
    </div>
  )
}

const EMPTY = { password: '', confirmation: '' }

function SetPassword({ token }: { token: string }) {
  const minLength = usePublicConfig().passwordMin
  const [fields, setFields] = useState(EMPTY)
  const change = useCall<unknown>()
  const field = (name: keyof typeof EMPTY) => ({
    autoComplete: 'new-password' as const,
    value: fields[name],
    disabled: change.busy,
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const problem = checkNewPassword(fields, minLength)
    if (problem) return change.fail(problem)
    change.run(async () => {
      await authCalls.setPassword(token, fields.password)
      // Every session has ended: open pages keep their input and ask the user to sign in.
      emitAuthEvent({ event: 'password-recovery' })
      return true
    })
  }
  if (change.result !== null) {
    return (
      <div className={styles.page}>
        <header>
          <h1 className={styles.title}>Your password is set</h1>
          <p className={styles.subtitle}>You were signed out everywhere. Sign in with your new password.</p>
        </header>
        <ButtonLink variant="primary" to={paths.auth}>
          Sign In
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Set a new password</h1>
        <p className={styles.subtitle}>You will be signed out everywhere.</p>
      </header>
      <form className={styles.form} noValidate onSubmit={submit}>
        {/* Password managers expect a user name. This page does not know it, so they ask. */}
        <input type="text" autoComplete="username" readOnly hidden />
        <PasswordField label="New password" {...field('password')} />
        <PasswordField label="New password again" {...field('confirmation')} />
        {change.error && <Notice kind="bad">{change.error}</Notice>}
        <Button type="submit" variant="primary" size="large" wide busy={change.busy}>
          {change.busy ? 'Saving...' : 'Set password'}
        </Button>
      </form>
      <p className={styles.switch}>
        {/* A full load, because this page keeps its token. */}
        <a href={paths.recover}>Request a new link</a>
      </p>
    </div>
  )
}
