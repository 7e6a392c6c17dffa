import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Me } from '@ninesixteen/shared/api/account'
import { errorText, toApiError } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { emitAuthEvent, onAuthEvent } from './auth-events.ts'
import { windowStorage } from './browser-storage.ts'
import { queryClient } from './query-client.ts'
import { hintSignedIn, mayBeSignedIn } from './signed-in-hint.ts'
import { applyTheme, themeChosenIn } from './theme.ts'
import { useState } from 'react'
import { showErrorBanner } from './message-banner.tsx'

export const meKey = ['session', 'me'] as const

onAuthEvent((received) => {
  const { userId, ended } = useSessionGate.getState()
  if (received.event === 'signed-out') {
    hintSignedIn(false)
    if (received.userId === userId) return sessionGate.leave('signed-out-elsewhere')
  }
  if (received.event === 'signed-in' || received.event === 'token-refreshed') {
    if (received.userId === userId && !ended) return
    hintSignedIn(true)
  }
  // A failure is retried when the window gets the focus.
  void queryClient.invalidateQueries({ queryKey: meKey })
})

async function loadMe({ signal }: { signal: AbortSignal }): Promise<Me | null> {
  if (!(await mayBeSignedIn())) return null
  try {
    const me = await api.account.me(undefined, { context: { signedOutOk: true }, signal })
    const { userId, ended } = useSessionGate.getState()
    if (userId !== me.id || ended) emitAuthEvent({ event: userId === me.id ? 'token-refreshed' : 'signed-in', userId: me.id })
    sessionGate.signedInAs(me.id)
    // Another user took over: until the page reloads, it must show none of their data.
    if (useSessionGate.getState().left !== null) return await new Promise<never>(() => undefined)
    hintSignedIn(true)
    applyTheme(themeChosenIn(me.settings))
    return me
  } catch (error) {
    if (toApiError(error).status !== 401) throw error
    const previous = queryClient.getQueryData<Me | null>(meKey)
    if (!previous || useSessionGate.getState().userId === null) {
      hintSignedIn(false)
      return null
    }
    // The session ended while this page is open: keep the content and ask the user to sign in again.
    sessionGate.noticeEnd()
    return previous
  }
}

/** An open page notices the end of its session within this time, not only at the next save. */
const POLL_MS = 30_000

/** A page without a user, or about to reload, does not poll. */
function pollInterval(): number | false {
  const { userId, ended, left } = useSessionGate.getState()
  return userId !== null && !ended && left === null && POLL_MS
}

export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: loadMe,
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
  refetchInterval: pollInterval,
})

/** The signed-in user: undefined while loading, null if there is none. */
export function useMe() {
  return useQuery(meQuery)
}

/** The signed-in user, for components behind ProGuard. */
export function useSignedIn(): Me {
  const { data } = useMe()
  if (!data) throw new Error('useSignedIn needs ProGuard above it')
  return data
}

/** Loads the user after a sign-in. Resumes waiting requests if it is their user, and notifies the other windows. */
export function afterSignIn(): Promise<Me | null> {
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
}

/** Ends the session, or every session of the user, and reloads the page without a user. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const { userId } = useSessionGate.getState()
  const { authCalls } = await import('../api/auth-calls.ts')
  await authCalls.signOut(everywhere)
  leaveAccount()
  if (userId !== null) emitAuthEvent({ event: 'signed-out', userId })
  windowStorage()?.clear()
  location.reload()
}

/** Stops all requests after the session ended on the server. The caller reloads the page. */
export function leaveAccount(): void {
  hintSignedIn(false)
  sessionGate.leave('signed-out')
}

/** Signs out with a busy state; a failure shows a banner and clears nothing. */
export function useSignOut(options: { everywhere?: boolean } = {}): { busy: boolean; run(): void } {
  const [busy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    signOut(options)
      .catch((error: unknown) => showErrorBanner(errorText(error)))
      .finally(() => setBusy(false))
  }
  return { busy, run }
}
