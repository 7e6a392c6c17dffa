import { lazy, Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { readKept, windowStorage } from '../app/browser-storage.ts'
import { MessageBanner } from '../app/message-banner.tsx'
import { OfflineNote } from './offline-note.tsx'
import { keptWorkKey } from '../app/unsaved-work.ts'
import { PENDING_CONNECTION_KEY } from '../app/pending-connection-key.ts'
import { usePublicConfig } from '../app/public-config.ts'
import { useMe } from '../app/session.ts'
import { Toasts } from './toasts.tsx'
import { TAKEN_OVER_KEY } from './other-user.ts'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { loadPart } from '../components/load-part.ts'

const SignInDialog = lazy(async () => ({ default: (await loadPart(() => import('../features/auth/sign-in-dialog.tsx'))).SignInDialog }))

const SavePending = lazy(async () => ({ default: (await loadPart(() => import('../features/connections/save-pending.tsx'))).SavePending }))

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

/** A new page starts at its top, or at the part its address names. */
function useScrollOnPage() {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const part = hash ? document.getElementById(hash.slice(1)) : null
    if (part) part.scrollIntoView()
    else scrollTo(0, 0)
  }, [pathname, hash])
}

/** A connection made while signed out waits in few browsers: the others do not load what saves it. */
function PendingConnection() {
  const { pathname } = useLocation()
  // Looked for anew on every page: it comes to be, and goes, on pages of this same visit.
  const isWaiting = readKept(PENDING_CONNECTION_KEY, () => pathname !== '') === true
  return (
    isWaiting && (
      <Suspense>
        <SavePending />
      </Suspense>
    )
  )
}

const PersonNotes = lazy(async () => ({ default: (await loadPart(() => import('./account-banners.tsx'))).AccountBanners }))

/** Few pages were somebody else's before, or have work that waited: only those load what says so. */
function Notes() {
  const userId = useSessionGate((state) => state.userId)
  if (userId === null || !(windowStorage()?.getItem(TAKEN_OVER_KEY) || readKept(keptWorkKey(userId), Boolean))) return null
  return (
    <Suspense>
      <PersonNotes key={userId} userId={userId} />
    </Suspense>
  )
}

const PlanWatch = lazy(async () => ({ default: (await loadPart(() => import('./plan-watch.tsx'))).PlanWatch }))

/** After the first paint: what it hears of has not happened yet. */
function Plan() {
  const isSignedIn = useSessionGate((state) => state.userId !== null && !state.ended)
  return (
    isSignedIn && (
      <Suspense>
        <PlanWatch />
      </Suspense>
    )
  )
}

const PlanBanner = lazy(async () => ({ default: (await loadPart(() => import('../features/billing/plan-banner.tsx'))).PlanBanner }))

/** Where plans are sold, whoever has one is told when something about it changes. */
function PlanNews() {
  const { billing } = usePublicConfig()
  const { data: me } = useMe()
  if (billing === 'off' || !me?.proPlan || me.demo) return null
  return (
    <Suspense>
      <PlanBanner key={me.id} userId={me.id} />
    </Suspense>
  )
}

/** Around every route: banners, short notes, the sign-in modal, scroll position. */
export function Root() {
  useScrollOnPage()
  return (
    <>
      <MessageBanner />
      <OfflineNote />
      <PlanNews />
      <Outlet />
      <SignInGate />
      <PendingConnection />
      <Notes />
      <Plan />
      <Toasts />
    </>
  )
}
