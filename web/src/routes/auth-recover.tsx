import { PageTitle } from '../app/page-title.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { RecoveryForms } from '../features/auth/recovery-forms.tsx'

/** Requests the mail for a forgotten password and sets a new one by its link, with or without a session. */
export function AuthRecoverPage() {
  return (
    <AuthFrame>
      <PageTitle>New Password</PageTitle>
      <RecoveryForms />
    </AuthFrame>
  )
}
