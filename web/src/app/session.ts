import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Me, PublicConfig } from '@ninesixteen/shared/api/account'
import { toApiError } from '../api/api-error.ts'
import { authCalls } from '../api/auth-calls.ts'
import { api, orpc } from '../api/client.ts'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { keep, readKept } from './browser-storage.ts'
import { queryClient } from './query-client.ts'
import { studioStore } from './studio-store.ts'
import { applyTheme } from './theme.ts'

export const meKey = ['session', 'me'] as const

/** Set while someone is signed in here, so that the page knows whom to ask first. Only a hint: the cookie decides. */
const HINT_KEY = 'ninesixteen.signed-in'

function hintSignedIn(signedIn: boolean): void {
  keep(HINT_KEY, signedIn)
}

async function loadMe(): Promise<Me | null> {
  // A visitor is asked for in a way that answers 'nobody' instead of failing.
  if (!readKept(HINT_KEY, (value) => value === true) && !(await authCalls.hasSession())) return null
  try {
    const me = await api.account.me(undefined, { context: { signedOutOk: true } })
    const before = useSessionGate.getState().userId
    // Someone else signed in from another tab: nothing of the first person may stay on the screen.
    if (before !== null && before !== me.id) location.reload()
    sessionGate.signedInAs(me.id)
    hintSignedIn(true)
    applyTheme(me.settings.themeFollowsSystem ? null : me.settings.theme)
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

export const meQuery = queryOptions({ queryKey: meKey, queryFn: loadMe, staleTime: 60_000, refetchOnWindowFocus: 'always' })

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

export function usePublicConfig(): PublicConfig | undefined {
  return useQuery(orpc.account.publicConfig.queryOptions({ staleTime: Infinity, context: { signedOutOk: true } })).data
}

/** After a sign-in: loads who it is and lets waiting calls go on. */
export async function afterSignIn(): Promise<Me | null> {
  const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
  sessionGate.settle(true)
  return me
}

/** Ends the session on the server and clears everything of the person from this page. */
export async function signOut(): Promise<void> {
  await authCalls.signOut()
  leaveAccount()
}

/** Clears everything of the person from this page, whose session has ended on the server. */
export function leaveAccount(): void {
  hintSignedIn(false)
  sessionGate.signedOut()
  studioStore.clear()
  queryClient.setQueryData(meKey, null)
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' })
}
