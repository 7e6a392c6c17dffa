import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '@ninesixteen/shared/api/account'
import { authCalls } from '../api/auth-calls.ts'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { useSearchParams } from '../app/search-params.ts'
import { afterSignIn } from '../app/session.ts'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { DeadLink } from '../features/auth/dead-link.tsx'
import { linkToken } from '../features/auth/link-token.ts'

/** Once for the whole life of the page, however often React draws it: the link signs in once. */
let confirming: Promise<Me | null> | undefined

function confirmOnce(): Promise<Me | null> {
  confirming ??= confirm(linkToken())
  return confirming
}

async function confirm(token: string): Promise<Me | null> {
  // Confirmed before: whoever holds the link now signs in as everybody does.
  if (token !== '' && (await authCalls.confirmEmail(token)).token === null) return null
  return afterSignIn()
}

/** Where the link of a confirmation email leads: with a session it goes on to the studio, else to signing in. */
export function AuthCallbackPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [failure, setFailure] = useState<string | null>(search.get('error'))
  useEffect(() => {
    if (failure !== null) return
    confirmOnce().then(
      (me) => navigate(me ? paths.studio : paths.auth, { replace: true }),
      () => setFailure('unusable'),
    )
  }, [failure, navigate])
  if (failure === null) return <LoadingScreen text="Processing authentication..." />
  return (
    <AuthFrame>
      <PageTitle>Sign In</PageTitle>
      <DeadLink />
    </AuthFrame>
  )
}
