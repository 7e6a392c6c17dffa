import { create } from 'zustand'

/** Why a page is closed: another user signed in, or its user signed out, here or in another window. */
type Left = 'taken-over' | 'signed-out' | 'signed-out-elsewhere'

interface SessionGateState {
  /** Id of the user this page was opened as; null before, and after signing out. */
  userId: string | null
  /** The session ended while work is open: the dialog asks the user to sign in again. */
  ended: boolean
  /** The dialog is open. */
  open: boolean
  /** This page is about to reload, for another user or none: it sends nothing. */
  left: Left | null
}

/**
 * The user of this page, and whether their session is still valid. Requests wait here while the user signs in again. A page belongs to one user
 * at most: for any other it reloads, so that it shows none of the first one's data.
 */
export const useSessionGate = create<SessionGateState>(() => ({ userId: null, ended: false, open: false, left: null }))

let waiting: ((signedIn: boolean) => void)[] = []

/** Resolves all waiting requests. */
function wake(signedIn: boolean): void {
  const calls = waiting
  waiting = []
  for (const resolve of calls) resolve(signedIn)
}

export const sessionGate = {
  /** Reports the server's user. The same user again resumes waiting requests; another one takes over the page. */
  signedInAs(userId: string): void {
    const previous = useSessionGate.getState()
    if (previous.left !== null) return
    if (previous.userId !== null && previous.userId !== userId) return sessionGate.leave('taken-over')
    useSessionGate.setState({ userId, ended: false, open: false })
    wake(true)
  },
  /** Another user signed in, or the user signed out. Waiting requests give up. */
  leave(left: Left): void {
    if (useSessionGate.getState().left !== null) return
    useSessionGate.setState({ left, open: false })
    wake(false)
  },
  /** The session ended, and no request waits for it. */
  noticeEnd(): void {
    if (useSessionGate.getState().left === null) useSessionGate.setState({ ended: true })
  },
  show: () => useSessionGate.setState({ open: true }),

  /** Opens the dialog. Resolves to true once the same user signed in, to false if they closed it or another user signed in. */
  signInAgain(): Promise<boolean> {
    useSessionGate.setState({ ended: true, open: true })
    return new Promise((resolve) => waiting.push(resolve))
  },

  /** The user closed the dialog without signing in. */
  dismiss(): void {
    useSessionGate.setState({ open: false })
    wake(false)
  },
}
