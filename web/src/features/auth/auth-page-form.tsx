import { PRODUCT_CONTENT, PRODUCT_NAME } from '@ninesixteen/shared/product'
import { AuthFieldsForm } from './auth-fields.tsx'
import styles from './auth-form.module.css'
import { useAuthForm } from './use-auth-form.ts'

export const SIGN_IN_SUBTITLE = 'Sign in to access your content library and projects'
export const SIGN_UP_SUBTITLE = `Create your account to start generating amazing ${PRODUCT_CONTENT}`

export interface AuthPageFormProps {
  onSignedIn(): Promise<unknown>
  /** Says what needs an account; then no demo is offered. */
  purpose?: string
}

/** The form of /auth, and of pages that need an account. */
export function AuthPageForm({ onSignedIn, purpose }: AuthPageFormProps) {
  const form = useAuthForm(onSignedIn)
  const login = form.mode === 'login'
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Welcome to {PRODUCT_NAME}</h1>
        <p className={styles.subtitle}>{purpose ?? (login ? SIGN_IN_SUBTITLE : SIGN_UP_SUBTITLE)}</p>
      </header>
      <AuthFieldsForm form={form} busyLabel="Loading..." offersDemo={purpose === undefined} />
      {!form.needsCode && (
        <p className={styles.switch}>
          {login ? 'No account yet?' : 'Already have an account?'}{' '}
          <button type="button" disabled={form.busy} onClick={() => form.setMode(login ? 'register' : 'login')}>
            {login ? 'Sign Up' : 'Sign In'}
          </button>
        </p>
      )}
    </div>
  )
}
