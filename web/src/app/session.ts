import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Me } from '@ninesixteen/shared/api/account'
import { toApiError } from '../api/api-error.ts'
import { AuthCallError, authCalls } from '../api/auth-calls.ts'
import { api } from '../api/client.ts'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { onAuthEvent, emitAuthEvent } from './auth-events.ts'
import { windowStorage } from './browser-storage.ts'
import { queryClient } from './query-client.ts'
import { hintSignedIn, isHintedSignedIn } from './signed-in-hint.ts'
import { applyTheme, themeChosenIn } from './theme.ts'

export const meKey = ['session', 'me'] as const

onAuthEvent((told) => {
  const { userId, ended } = useSessionGate.getState()
  if (told.event === 'signed-out') {
    hintSignedIn(false)
    if (told.userId === userId) return sessionGate.leave('signed-out-elsewhere')
  }
  if (told.event === 'signed-in' || told.event === 'token-refreshed') {
    if (told.userId === userId && !ended) return
    hintSignedIn(true)
  }
  // What fails here is asked again when the window is looked at.
  void queryClient.invalidateQueries({ queryKey: meKey })
})

async function loadMe({ signal }: { signal: AbortSignal }): Promise<Me | null> {
  // A visitor is asked for in a way that answers 'nobody' instead of failing.
  if (!isHintedSignedIn() && !(await authCalls.hasSession())) return null
  try {
    const me = await api.account.me(undefined, { context: { signedOutOk: true }, signal })
    const { userId, ended } = useSessionGate.getState()
    if (userId !== me.id || ended) emitAuthEvent({ event: userId === me.id ? 'token-refreshed' : 'signed-in', userId: me.id })
    sessionGate.signedInAs(me.id)
    // Somebody else than this page belongs to: it goes, and is drawn with nothing of theirs meanwhile.
    if (useSessionGate.getState().left !== null) return await new Promise<never>(() => undefined)
    hintSignedIn(true)
    applyTheme(themeChosenIn(me.settings))
    return me
  } catch (cause) {
    if (toApiError(cause).status !== 401) throw cause
    const before = queryClient.getQueryData<Me | null>(meKey)
    if (!before || useSessionGate.getState().userId === null) {
      hintSignedIn(false)
      return null
    }
    // The session ended while this page is open: keep what is on the screen, and ask to sign in again over it.
    sessionGate.noticeEnd()
    return before
  }
}

/** An open page learns within this time that its session is over, and not only when something is to be saved. In milliseconds. */
const TICK_MS = 30_000

/** Of a page that has somebody. One that waits for a sign-in, or goes, has nothing to ask. */
function untilTick(): number | false {
  const { userId, ended, left } = useSessionGate.getState()
  return userId !== null && !ended && left === null && TICK_MS
}

export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: loadMe,
  staleTime: 60_000,
  refetchOnWindowFocus: 'always',
  refetchInterval: untilTick,
})

/** Who is signed in: undefined while loading, null when nobody is. */
export function useMe() {
  return useQuery(meQuery)
}

/** Inside the guard, where someone is. */
export function useSignedIn(): Me {
  const { data } = useMe()
  if (!data) throw new Error('This screen stands behind the guard')
  return data
}

/** After a sign-in: loads who it is. Waiting calls go on where it is their person, and the other windows of this browser learn of it. */
export function afterSignIn(): Promise<Me | null> {
  return queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
}

/** Ends the session on the server, or every session of the person, and leaves the page to nobody. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const { userId } = useSessionGate.getState()
  try {
    await authCalls.signOut(everywhere)
  } catch (cause) {
    // It had ended by itself.
    if (!(cause instanceof AuthCallError) || cause.status !== 401) throw cause
  }
  leaveAccount()
  if (userId !== null) emitAuthEvent({ event: 'signed-out', userId })
  windowStorage()?.clear()
  location.reload()
}

/** The session has ended on the server: nothing more is sent. What the page still holds goes when the caller loads it anew. */
export function leaveAccount(): void {
  hintSignedIn(false)
  sessionGate.leave('signed-out')
}
