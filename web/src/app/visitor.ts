import type { Me } from '@ninesixteen/shared/api/account'
import { create } from 'zustand'
import { errorFromResponse, errorText, toApiError } from '../api/api-error.ts'
import { authCalls } from '../api/auth-calls.ts'
import { sessionFetch } from '../api/expected-user.ts'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { emitAuthEvent, onAuthEvent } from './auth-events.ts'
import { showErrorBanner } from './message-banner.tsx'
import { windowStorage } from './browser-storage.ts'
import { hintSignedIn, mayBeSignedIn } from './signed-in-hint.ts'
import { applyTheme, followSystemTheme, themeChosenIn } from './theme.ts'

interface VisitorState {
  /** Undefined until known, null if no user is signed in. */
  me: Me | null | undefined
  isAsking: boolean
  /** The last request failed, so `me` may be stale. */
  hasFailed: boolean
}

/** The user of this public page. */
export const useVisitor = create<VisitorState>(() => ({ me: undefined, isAsking: false, hasFailed: false }))

async function askServer(): Promise<Me | null> {
  if (!(await mayBeSignedIn())) return null
  const reply = await sessionFetch(new Request('/api/v1/me'), {}, { signedOutOk: true })
  if (reply.status === 401) return null
  if (!reply.ok) throw await errorFromResponse(reply)
  const me: Me = await reply.json()
  return me
}

/** Numbers of the latest request and of the latest answered one: an older response that arrives later is stale. */
let [requestCount, responseCount] = [0, 0]

/** Loads the signed-in user. Throws if the server is unreachable; the state then stays. */
export async function requestMe(): Promise<Me | null> {
  useVisitor.setState({ isAsking: true })
  const turn = ++requestCount
  try {
    const me = await askServer()
    if (turn < responseCount) return me
    responseCount = turn
    hintSignedIn(me !== null)
    if (me) {
      sessionGate.signedInAs(me.id)
      // Another user than before: reload, so that nothing of the first one stays.
      if (useSessionGate.getState().left !== null) location.reload()
      applyTheme(themeChosenIn(me.settings))
    } else delete document.documentElement.dataset['signedIn']
    useVisitor.setState({ me, hasFailed: false })
    return me
  } catch (error) {
    useVisitor.setState({ hasFailed: true })
    throw toApiError(error)
  } finally {
    useVisitor.setState({ isAsking: false })
  }
}

/** Loads the signed-in user; on failure the page stays as it is. */
export function refreshVisitor(): void {
  requestMe().catch((error: unknown) => console.info('Loading the signed-in user failed.', error))
}

/** Keeps `me` current: loads it now, after changes in other windows, and when the page becomes visible. */
export function watchVisitor(): void {
  followSystemTheme()
  refreshVisitor()
  onAuthEvent(({ event }) => {
    if (event === 'signed-in') hintSignedIn(true)
    if (event === 'signed-out') hintSignedIn(false)
    refreshVisitor()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && refreshVisitor())
}

/** Ends the session and reloads the page. A failure shows a banner and clears nothing. */
export async function signOutHere(): Promise<void> {
  try {
    await authCalls.signOut()
  } catch (error) {
    return showErrorBanner(errorText(error))
  }
  hintSignedIn(false)
  const { userId } = useSessionGate.getState()
  if (userId !== null) emitAuthEvent({ event: 'signed-out', userId })
  windowStorage()?.clear()
  location.reload()
}

/** Navigates away. Never resolves, so that busy states last until the page unloads. */
export function go(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}
