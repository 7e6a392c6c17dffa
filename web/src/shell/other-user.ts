import { useSessionGate } from '../api/session-gate.ts'

/** In this window's own storage: its page was somebody else's before it was loaded. */
export const TAKEN_OVER_KEY = 'ninesixteen.taken-over'

/** Gives this page away as soon as somebody else turns out to be signed in, or its person signed out in another window. */
export function watchTakeOver(): void {
  useSessionGate.subscribe(({ left, userId }, before) => {
    if (left === null || left === 'signed-out' || before.left !== null) return
    void import('./reload-for-new-user.ts').then(
      ({ reloadForNewUser: drawAnew }) => drawAnew(userId, { isTakenOver: left === 'taken-over' }),
      // An update of the server took the part away: the editor keeps its work with any page that goes.
      () => location.reload(),
    )
  })
}
