import { useSessionGate } from '../api/session-gate.ts'

/** In this window's own storage: its page was somebody else's before it was loaded. */
export const TAKEN_OVER_KEY = 'ninesixteen.taken-over'

/** Gives this page away as soon as somebody else turns out to be signed in. */
export function watchTakeOver(): void {
  useSessionGate.subscribe(({ left, userId }, before) => {
    if (left !== 'taken-over' || before.left !== null) return
    void import('./draw-anew.ts').then(
      ({ drawAnew }) => drawAnew(userId),
      // An update of the server took the part away: the editor keeps its work with any page that goes.
      () => location.reload(),
    )
  })
}
