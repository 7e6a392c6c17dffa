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
import { WhoMayJoin } from './sign-up-policy.tsx'

export interface AuthFieldsProps {
  form: AuthForm
  /** Label of the button while the call runs. */
  busyLabel: string
  /** Not to whom an account's session ended: what they are in the middle of is not for a demo. */
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
      <p className={styles.hint}>A demo of your own, gone after a day.</p>
    </>
  )
}

/** The form of the step one is at; page and modal put their own frame around it. */
export function AuthFieldsForm(props: AuthFieldsProps) {
  const { form, busyLabel } = props
  return form.needsCode ? <CodeStep form={form} busyLabel={busyLabel} /> : <PasswordStep {...props} />
}

/** The fields, messages and buttons of both modes. */
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
      {mode === 'register' && <WhoMayJoin invitation={form.invitation} />}
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
        <Button wide icon={<KeyRound aria-hidden="true" />} disabled={busy} onClick={() => form.signInBy(passkey.ask)}>
          Sign in with a passkey
        </Button>
      )}
      {offersDemo && <DemoAccount form={form} />}
    </form>
  )
}
