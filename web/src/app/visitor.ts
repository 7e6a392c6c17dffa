import type { Me } from '@ninesixteen/shared/api/account'
import { create } from 'zustand'
import { errorFromResponse, errorText, toApiError } from '../api/api-error.ts'
import { AuthCallError, authCalls } from '../api/auth-calls.ts'
import { sessionFetch } from '../api/session-fetch.ts'
import { sessionGate, useSessionGate } from '../api/session-gate.ts'
import { onAuthEvent, emitAuthEvent } from './auth-events.ts'
import { showErrorBanner } from './message-banner.tsx'
import { windowStorage } from './browser-storage.ts'
import { hintSignedIn, isHintedSignedIn } from './signed-in-hint.ts'
import { applyTheme, followSystemTheme, themeChosenIn } from './theme.ts'

interface VisitorState {
  /** Undefined until it is known, null when nobody is signed in. */
  me: Me | null | undefined
  isAsking: boolean
  /** The last question was not answered: whoever `me` says is not known to be it. */
  hasFailed: boolean
}

/** Who looks at this public page. */
export const useVisitor = create<VisitorState>(() => ({ me: undefined, isAsking: false, hasFailed: false }))

async function askServer(): Promise<Me | null> {
  // A visitor is asked for in a way that answers 'nobody' instead of failing.
  if (!isHintedSignedIn() && !(await authCalls.hasSession())) return null
  const reply = await sessionFetch(new Request('/api/v1/me'), {}, { signedOutOk: true })
  if (reply.status === 401) return null
  if (!reply.ok) throw await errorFromResponse(reply)
  const me: Me = await reply.json()
  return me
}

/** Questions so far, and the latest one with an answer: one that was asked before and answered after it says nothing any more. */
let [asked, answered] = [0, 0]

/** Asks anew who is signed in. Throws when the server cannot be reached; what was known stays. */
export async function askWhoIsSignedIn(): Promise<Me | null> {
  useVisitor.setState({ isAsking: true })
  const turn = ++asked
  try {
    const me = await askServer()
    if (turn < answered) return me
    answered = turn
    hintSignedIn(me !== null)
    if (me) {
      sessionGate.signedInAs(me.id)
      // Somebody else than before: nothing of the first is to stay on the page.
      if (useSessionGate.getState().left !== null) location.reload()
      applyTheme(themeChosenIn(me.settings))
    } else delete document.documentElement.dataset['signedIn']
    useVisitor.setState({ me, hasFailed: false })
    return me
  } catch (cause) {
    useVisitor.setState({ hasFailed: true })
    throw toApiError(cause)
  } finally {
    useVisitor.setState({ isAsking: false })
  }
}

/** As the page needs it: a server that cannot be reached leaves it as it is, which is what a visitor sees. */
export function learn(): void {
  askWhoIsSignedIn().catch((cause: unknown) => console.info('Who is signed in could not be asked.', cause))
}

/** Learns who is signed in, now and whenever it may have changed: with another window, or since this one was last looked at. */
export function watchVisitor(): void {
  followSystemTheme()
  learn()
  onAuthEvent(({ event }) => {
    if (event === 'signed-in') hintSignedIn(true)
    if (event === 'signed-out') hintSignedIn(false)
    learn()
  })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && learn())
}

/** Ends the session, and draws the page anew for nobody. A failure is said, and nothing is cleared. */
export async function signOutHere(): Promise<void> {
  try {
    await authCalls.signOut()
  } catch (cause) {
    // It had ended by itself.
    if (!(cause instanceof AuthCallError) || cause.status !== 401) return showErrorBanner(errorText(cause))
  }
  hintSignedIn(false)
  const { userId } = useSessionGate.getState()
  if (userId !== null) emitAuthEvent({ event: 'signed-out', userId })
  windowStorage()?.clear()
  location.reload()
}

/** On to another page. It settles never, so that whoever waits stays busy until this page is gone. */
export function go(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}
