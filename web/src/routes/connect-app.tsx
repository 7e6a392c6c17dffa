import { PageTitle } from '../app/page-title.tsx'
import { useSearchParams } from '../app/search-params.ts'
import { afterSignIn, useMe } from '../app/session.ts'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { AuthPageForm } from '../features/auth/auth-page-form.tsx'
import { ConnectApp } from '../features/connect-app/connect-app.tsx'

/** Asks whether an app may act for the user, who may have to sign in first. */
export function ConnectAppPage() {
  const [search] = useSearchParams()
  const { data: me } = useMe()
  const request = { request: search.get('request'), code: search.get('user_code'), error: search.get('error') }
  const needsSignIn = me === null && request.error === null
  return (
    <AuthFrame>
      <PageTitle>Connect an App</PageTitle>
      {needsSignIn && <AuthPageForm onSignedIn={afterSignIn} purpose="Sign in to choose what the app may do" />}
      {me !== null || !needsSignIn ? <ConnectApp me={me ?? null} request={request} /> : null}
    </AuthFrame>
  )
}
