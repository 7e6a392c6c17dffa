import { create } from 'zustand'

interface SessionGateState {
  /** Id of the user this page was opened as; null before, and after signing out. */
  userId: string | null
  /** The session ended while work is open: the modal asks to sign in again. */
  ended: boolean
  /** The modal is shown. */
  open: boolean
}

/** Whether the page's session still holds. Calls wait here while a person signs in again. */
export const useSessionGate = create<SessionGateState>(() => ({ userId: null, ended: false, open: false }))

let waiting: ((signedIn: boolean) => void)[] = []

export const sessionGate = {
  signedInAs: (userId: string) => useSessionGate.setState({ userId, ended: false }),
  signedOut: () => useSessionGate.setState({ userId: null, ended: false, open: false }),
  /** The session turned out to be over, with nothing waiting for it. */
  noticeEnd: () => useSessionGate.setState({ ended: true }),
  show: () => useSessionGate.setState({ open: true }),

  /** Opens the modal and resolves once a person signed in again (true) or closed it (false). */
  signInAgain(): Promise<boolean> {
    useSessionGate.setState({ ended: true, open: true })
    return new Promise((resolve) => waiting.push(resolve))
  },

  /** The modal's answer: every call that waits goes on, or gives up. */
  settle(signedIn: boolean): void {
    useSessionGate.setState(signedIn ? { open: false, ended: false } : { open: false })
    const calls = waiting
    waiting = []
    for (const resolve of calls) resolve(signedIn)
  },
}
