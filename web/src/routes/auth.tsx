import { useEffect } from 'react'
import { paths } from '../app/paths.ts'
import { isHintedSignedIn } from '../app/signed-in-hint.ts'
import { LoadingScreen } from '../components/loading-screen.tsx'
import { useInBrowser } from '../components/lazy-hydrate.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'
import { AuthPageForm } from '../features/auth/auth-page-form.tsx'
import { go, useVisitor } from '../app/visitor.ts'

/** Sign-in and sign-up; signed-in users continue to the studio. */
export function AuthPage() {
  const me = useVisitor((state) => state.me)
  // The server renders the form: only the browser knows whether a user was signed in here.
  const isHinted = useInBrowser(isHintedSignedIn, false)
  useEffect(() => {
    if (me) void go(paths.studio)
  }, [me])
  if (me || (isHinted && me === undefined)) return <LoadingScreen text={`Loading ${location.host}...`} />
  return (
    <AuthFrame>
      <AuthPageForm onSignedIn={() => go(paths.studio)} />
    </AuthFrame>
  )
}
