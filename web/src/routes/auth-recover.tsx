import { PageTitle } from '../app/page-title.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { RecoveryForms } from '../features/auth/recovery-forms.tsx'

/** A forgotten password: asks for the mail, and sets a new one by its link. Also for who is signed in and knows it no more. */
export function AuthRecoverPage() {
  return (
    <AuthFrame>
      <PageTitle>New Password</PageTitle>
      <RecoveryForms />
    </AuthFrame>
  )
}
