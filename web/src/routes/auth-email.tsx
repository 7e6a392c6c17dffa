import { PageTitle } from '../app/page-title.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { EmailChangeAnswer } from '../features/auth/email-change-answer.tsx'

/** Target of the links in the mails about an address change, to the old and the new address. */
export function AuthEmailPage() {
  return (
    <AuthFrame>
      <PageTitle>New Address</PageTitle>
      <EmailChangeAnswer />
    </AuthFrame>
  )
}
