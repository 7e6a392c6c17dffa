import { PageTitle } from '../app/page-title.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { EmailChangeAnswer } from '../features/auth/email-change-answer.tsx'

/** Where the mails about a change of address lead, from the old address and from the new one. */
export function AuthEmailPage() {
  return (
    <AuthFrame>
      <PageTitle>New Address</PageTitle>
      <EmailChangeAnswer />
    </AuthFrame>
  )
}
