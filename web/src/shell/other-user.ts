import { useSessionGate } from '../api/session-gate.ts'

/** Reloads this page as soon as another user signs in, or its user signs out, in another window. */
export function watchTakeOver(): void {
  useSessionGate.subscribe(({ left, userId }, before) => {
    if (left === null || left === 'signed-out' || before.left !== null) return
    void import('./reload-for-new-user.ts').then(
      ({ reloadForNewUser }) => reloadForNewUser(userId, { isTakenOver: left === 'taken-over' }),
      // After an update of the server this chunk is gone; the editor stores its work on every unload.
      () => location.reload(),
    )
  })
}
