import { create } from 'zustand'

/** Why a page is given up: somebody else signed in, or its person signed out, here or in another window. */
type Left = 'taken-over' | 'signed-out' | 'signed-out-elsewhere'

interface SessionGateState {
  /** Id of the user this page was opened as; null before, and after signing out. */
  userId: string | null
  /** The session ended while work is open: the modal asks to sign in again. */
  ended: boolean
  /** The modal is shown. */
  open: boolean
  /** This page is about to be drawn anew, for somebody else or for nobody: it sends nothing any more. */
  left: Left | null
}

/**
 * Whose page this is, and whether their session still holds. Calls wait here while the person signs in again. A page belongs to one
 * person at most: for anybody else it is drawn anew, so that nothing of the first is left in it.
 */
export const useSessionGate = create<SessionGateState>(() => ({ userId: null, ended: false, open: false, left: null }))

let waiting: ((signedIn: boolean) => void)[] = []

/** Every call that waits goes on, or gives up. */
function wake(signedIn: boolean): void {
  const calls = waiting
  waiting = []
  for (const resolve of calls) resolve(signedIn)
}

export const sessionGate = {
  /** Who is signed in, as the server says. The same person again is what waiting calls wait for; another one takes over. */
  signedInAs(userId: string): void {
    const before = useSessionGate.getState()
    if (before.left !== null) return
    if (before.userId !== null && before.userId !== userId) return sessionGate.leave('taken-over')
    useSessionGate.setState({ userId, ended: false, open: false })
    wake(true)
  },
  /** Somebody else is signed in by now, or the person signed out. Nothing that waits here is theirs. */
  leave(left: Left): void {
    if (useSessionGate.getState().left !== null) return
    useSessionGate.setState({ left, open: false })
    wake(false)
  },
  /** The session turned out to be over, with nothing waiting for it. */
  noticeEnd(): void {
    if (useSessionGate.getState().left === null) useSessionGate.setState({ ended: true })
  },
  show: () => useSessionGate.setState({ open: true }),

  /** Opens the modal and resolves once the same person signed in again (true), closed it, or somebody else signed in (false). */
  signInAgain(): Promise<boolean> {
    useSessionGate.setState({ ended: true, open: true })
    return new Promise((resolve) => waiting.push(resolve))
  },

  /** The modal was closed without signing in. */
  dismiss(): void {
    useSessionGate.setState({ open: false })
    wake(false)
  },
}
