import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../app/paths.ts'
import { useSearchParams } from '../app/search-params.ts'
import { afterSignIn } from '../app/session.ts'
import { ButtonLink } from '../components/button.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { LoadingScreen } from '../components/loading-screen.tsx'

/** Where the link of a confirmation e-mail ends: with a session it goes on to the studio, else to signing in. */
export function AuthCallbackPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [failure, setFailure] = useState<string | null>(search.get('error'))
  useEffect(() => {
    if (failure !== null) return
    afterSignIn().then(
      (me) => navigate(me ? paths.studio : paths.auth, { replace: true }),
      () => setFailure('unreachable'),
    )
  }, [failure, navigate])
  if (failure === null) return <LoadingScreen text="Processing authentication..." />
  return (
    <main>
      <PageTitle>Sign In</PageTitle>
      <EmptyState
        level={1}
        title="This confirmation link did not work"
        ghost="none"
        action={
          <ButtonLink variant="primary" to={paths.auth}>
            Sign In
          </ButtonLink>
        }
      >
        It may have been used already, or be too old. Your account is safe: sign in, or create it again.
      </EmptyState>
    </main>
  )
}
