import { KeyRound } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import styles from './auth-form.module.css'
import { AwaitedMail } from './check-your-mail.tsx'
import { CodeStep } from './code-step.tsx'
import { PasswordField } from './password-field.tsx'
import type { AuthForm } from './use-auth-form.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import type { OpenInvitation } from './use-invitation.ts'

export interface AuthFieldsProps {
  form: AuthForm
  /** Label of the button during the request. */
  busyLabel: string
  /** False after an account's session ended: its unsaved work does not belong in a demo. */
  offersDemo: boolean
}

function DemoAccount({ form }: { form: AuthForm }) {
  if (!usePublicConfig().demo) return null
  return (
    <>
      <p className={styles.or}>
        <span>or</span>
      </p>
      <Button wide disabled={form.busy} onClick={form.enterDemo}>
        Continue with the demo account
      </Button>
      <p className={styles.hint}>Your own demo, deleted after a day.</p>
    </>
  )
}

/** Above the sign-up form, says who may sign up unless everyone may. */
function SignUpPolicy({ invitation }: { invitation: OpenInvitation | null }) {
  const signUp = usePublicConfig().signUp
  if (signUp === 'closed') return <Notice kind="info">Sign-up is closed on this server.</Notice>
  if (invitation?.problem) return <Notice kind="bad">{invitation.problem}</Notice>
  if (invitation?.email) return <Notice kind="ok">You are invited as {invitation.email}. Choose a password to join.</Notice>
  if (signUp === 'open' || invitation) return null
  return <Notice kind="info">You need an invitation to sign up here. Open the link in your invitation.</Notice>
}

/** The form of the current step; page and dialog add their own frame. */
export function AuthFieldsForm(props: AuthFieldsProps) {
  const { form, busyLabel } = props
  return form.needsCode ? <CodeStep form={form} busyLabel={busyLabel} /> : <PasswordStep {...props} />
}

/** Fields, messages and buttons of sign-in and sign-up. */
function PasswordStep({ form, busyLabel, offersDemo }: AuthFieldsProps) {
  const { mode, fields, busy } = form
  const passkey = usePasskeySignIn(form.signInBy)
  const offersPasskey = mode === 'login' && passkey.isOffered
  const label = mode === 'login' ? 'Sign In' : 'Create Account'
  return (
    <form
      key={form.formKey}
      className={styles.form}
      noValidate
      onFocus={offersPasskey ? passkey.begin : undefined}
      onPointerEnter={offersPasskey ? passkey.begin : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {mode === 'register' && <SignUpPolicy invitation={form.invitation} />}
      <TextField
        label="Email"
        type="email"
        autoComplete={mode === 'login' ? 'username webauthn' : 'email'}
        value={fields.email}
        readOnly={mode === 'register' && Boolean(form.invitation?.email)}
        disabled={busy}
        onChange={(event) => form.setField('email', event.target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete={mode === 'login' ? 'current-password' : 'new-password'}
        value={fields.password}
        disabled={busy}
        onChange={(event) => form.setField('password', event.target.value)}
      />
      {mode === 'login' && (
        <p className={styles.forgot}>
          <Link to={paths.recover}>Forgot password?</Link>
        </p>
      )}
      {mode === 'register' && (
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          value={fields.confirmation}
          disabled={busy}
          onChange={(event) => form.setField('confirmation', event.target.value)}
        />
      )}
      {form.error && <Notice kind="bad">{form.error}</Notice>}
      {form.notice && <Notice kind="ok">{form.notice}</Notice>}
      {form.awaited && <AwaitedMail key={form.awaited.email} {...form.awaited} />}
      <Button type="submit" variant="primary" size="large" wide busy={busy}>
        {busy ? busyLabel : label}
      </Button>
      {offersPasskey && (
        <Button wide icon={<KeyRound aria-hidden="true" />} disabled={busy} onClick={() => form.signInBy(passkey.signIn)}>
          Sign in with a passkey
        </Button>
      )}
      {offersDemo && <DemoAccount form={form} />}
    </form>
  )
}
