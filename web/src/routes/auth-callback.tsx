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
import { linkToken } from '../features/auth/link-token.ts'
import { ButtonLink } from '../components/button.tsx'
import styles from '../features/auth/auth-form.module.css'

/** Once per page load, however often React renders: the link works once. */
let confirming: Promise<Confirmed | null> | undefined

interface Confirmed {
  me: Me | null
  /** The slideshow made before the account existed. */
  projectId: string | null
}

function confirmOnce(): Promise<Confirmed | null> {
  confirming ??= confirm(linkToken())
  return confirming
}

async function confirm(token: string): Promise<Confirmed | null> {
  const confirmed = token === '' ? null : await authCalls.confirmEmail(token)
  // A used link does not sign in: its holder signs in with the password.
  if (confirmed?.token === null) return null
  return { me: await afterSignIn(), projectId: confirmed?.projectId ?? null }
}

/** Opens the slideshow in the editor or, without a plan, on /try. */
function goOn({ me, projectId }: Confirmed, navigate: (path: string) => void): void {
  if (!me) return navigate(paths.auth)
  if (projectId === null) return navigate(paths.studio)
  if (me.proPlan) return navigate(`${paths.studio}?project=${projectId}&pane=edit`)
  // /try is a public page, outside of the studio's router.
  location.replace(`${paths.try}?project=${projectId}`)
}

/** Target of the link in a confirmation mail: continues to the studio with a session, else to the sign-in page. */
export function AuthCallbackPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [failure, setFailure] = useState<string | null>(search.get('error'))
  useEffect(() => {
    if (failure !== null) return
    confirmOnce().then(
      (confirmed) => goOn(confirmed ?? { me: null, projectId: null }, (path) => void navigate(path, { replace: true })),
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

/** Shown for a used or expired confirmation link. */
function DeadLink() {
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>This confirmation link did not work</h1>
        <p className={styles.subtitle}>
          It may be used or expired. Sign in, and we send you a new one if your address still needs confirming.
        </p>
      </header>
      <ButtonLink variant="primary" size="large" wide to={paths.auth}>
        Sign In
      </ButtonLink>
    </div>
  )
}
