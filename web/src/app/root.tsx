import { lazy, Suspense, useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useSessionGate } from '../api/session-gate.ts'
import { ErrorBanner } from './error-banner.tsx'
import { OfflineNote } from './offline-note.tsx'
import { sessionGate } from '../api/session-gate.ts'

const SignInDialog = lazy(async () => ({ default: (await import('../features/auth/sign-in-dialog.tsx')).SignInDialog }))

/** The modal waits this long after a session was found to be over, so that a passing state does not flash it. */
const MODAL_DELAY_MS = 1000

function SignInGate() {
  const { ended, open } = useSessionGate()
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(() => sessionGate.show(), MODAL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [ended])
  if (!open) return null
  return (
    <Suspense>
      <SignInDialog />
    </Suspense>
  )
}

/** Around every route: banners, the sign-in modal, scroll position. */
export function Root() {
  return (
    <>
      <ErrorBanner />
      <OfflineNote />
      <Outlet />
      <SignInGate />
      <ScrollRestoration />
    </>
  )
}
