import type { Me } from '@ninesixteen/shared/api/account'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { sessionGate, useSessionGate } from '../../api/session-gate.ts'
import { afterSignIn, useMe } from '../../app/session.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { AuthFieldsForm } from './auth-fields.tsx'
import styles from './auth-form.module.css'
import { SIGN_IN_SUBTITLE, SIGN_UP_SUBTITLE } from './auth-page-form.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** After a demo's session, the same demo continues unless it has ended. */
function endText(demo: Me['demo']): string {
  if (!demo) return 'Your session has ended. Sign in to save your work: everything you typed is still here.'
  if (Date.now() < Date.parse(demo.endsAt))
    return 'Your session has ended. Continue with the demo account: everything you typed is still here.'
  return 'This demo has ended and was deleted. Start another one, or create an account.'
}

/** The dialog over an open page: signing in closes it and resumes waiting saves. */
export function SignInDialog() {
  const ended = useSessionGate((state) => state.ended)
  // For the same user, the session gate resumes waiting requests and closes this dialog; for another one, the page reloads.
  const form = useAuthForm(afterSignIn)
  const demo = useMe().data?.demo ?? null
  const login = form.mode === 'login'
  const fields = (
    // Signing in may leave the page, and browsers keep these fields themselves.
    <div className={styles.dialogBody} data-kept>
      <AuthFieldsForm form={form} busyLabel={login ? 'Signing In...' : 'Creating Account...'} offersDemo={!ended || demo !== null} />
    </div>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && sessionGate.dismiss()}
      closeOnOutsideClick={false}
      title={`Welcome to ${PRODUCT_NAME}`}
      description={login ? SIGN_IN_SUBTITLE : SIGN_UP_SUBTITLE}
      size="small"
      initialFocus="field"
    >
      {ended && <Notice kind="info">{endText(demo)}</Notice>}
      <div style={{ height: ended ? 16 : 0 }} />
      <Tabs
        label="Sign in or sign up"
        look="pill"
        value={form.mode}
        onChange={form.setMode}
        items={[
          { value: 'login', label: 'Sign In', content: login ? fields : null },
          { value: 'register', label: 'Sign Up', content: login ? null : fields },
        ]}
      />
    </Dialog>
  )
}
