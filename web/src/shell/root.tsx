import { WifiOff } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import bannerStyles from '../app/banners.module.css'
import { PENDING_CONNECTION_KEY, readStored, windowStorage } from '../app/browser-storage.ts'
import { MessageBanner } from '../app/message-banner.tsx'
import { usePublicConfig } from '../app/public-config.ts'
import { meKey, useMe } from '../app/session.ts'
import { unsavedWorkKey, TAKEN_OVER_KEY } from '../app/unsaved-work.ts'
import { lazyPart, useFirstTouch, useWasOpened } from '../components/load-part.tsx'
import { useToastQueue } from '../components/toast.tsx'
import { orpc } from '../api/client.ts'
import { useLiveChanges } from '../app/live-changes.ts'
import { queryClient } from '../app/query-client.ts'

const SignInDialog = lazyPart(async () => (await import('../features/auth/sign-in-dialog.tsx')).SignInDialog)
const SavePending = lazyPart(async () => (await import('../features/connections/pending-notice.tsx')).SavePending)
const AccountBanners = lazyPart(async () => (await import('./account-banners.tsx')).AccountBanners)
const PlanBanner = lazyPart(async () => (await import('../features/billing/plan-banner.tsx')).PlanBanner)

const ToastHost = lazyPart(async () => (await import('../components/toast-host.tsx')).ToastHost)

/** A session that ended only for a moment must not flash the dialog. */
const SIGN_IN_DELAY_MS = 1000

function SignInGate() {
  const { ended, open } = useSessionGate()
  useEffect(() => {
    if (!ended) return
    const timer = setTimeout(() => sessionGate.show(), SIGN_IN_DELAY_MS)
    return () => clearTimeout(timer)
  }, [ended])
  return open && <SignInDialog />
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

function subscribeToNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div data-banner className={bannerStyles.offline} role="status">
      <WifiOff aria-hidden="true" />
      <p>You're offline. Your changes stay here and are saved when you're back online.</p>
    </div>
  )
}

/** Where plans are sold, tells users on a plan when something about it changes. */
function PlanNews() {
  const { billing } = usePublicConfig()
  const { data: me } = useMe()
  if (billing === 'off' || !me?.proPlan || me.demo) return null
  return <PlanBanner key={me.id} userId={me.id} />
}

/** Loaded only where an account was connected while signed out and is not saved yet. */
function PendingConnection() {
  const { pathname } = useLocation()
  // Read again on every page: pages of this visit create and remove it.
  return readStored(PENDING_CONNECTION_KEY, () => pathname !== '') === true && <SavePending />
}

/** Loaded only where the page belonged to another user before, or has unsaved work of this one. */
function AccountNotes() {
  const userId = useSessionGate((state) => state.userId)
  if (userId === null || !(windowStorage()?.getItem(TAKEN_OVER_KEY) || readStored(unsavedWorkKey(userId), Boolean))) return null
  return <AccountBanners key={userId} userId={userId} />
}

function SignedInWatch() {
  const isSignedIn = useSessionGate((state) => state.userId !== null && !state.ended)
  return isSignedIn && <AccountWatch />
}

/** Loaded with the first input, before it is needed: a message may be about a lost connection. */
function Toasts() {
  const wasOpened = useWasOpened(useToastQueue((state) => state.waiting.length > 0))
  useFirstTouch(ToastHost.preload)
  return wasOpened && <ToastHost />
}

/** Around every route: banners, toasts, the sign-in dialog, scroll position. */
export function Root() {
  useScrollOnPage()
  return (
    <>
      <MessageBanner />
      <OfflineBanner />
      <PlanNews />
      <Outlet />
      <SignInGate />
      <PendingConnection />
      <AccountNotes />
      <SignedInWatch />
      <Toasts />
    </>
  )
}

/** Refetches the plan when it changes, by a payment in another tab, by the operator, or because it ran out; and the connected accounts. */
function AccountWatch() {
  useLiveChanges('plan', () => {
    void queryClient.invalidateQueries({ queryKey: meKey })
    void queryClient.invalidateQueries({ queryKey: orpc.billing.key() })
  })
  useLiveChanges('accounts', () => void queryClient.invalidateQueries({ queryKey: orpc.accounts.key() }))
  return null
}
