import { useSessionGate } from '../api/session-gate.ts'
import { windowStorage } from '../app/browser-storage.ts'
import { releaseHistory } from '../components/held-history.ts'
import { TAKEN_OVER_KEY } from '../app/unsaved-work.ts'

/** Stores the unsaved work of this page's user (`userId`), then reloads the page for the user who is signed in now, if any. */
async function reloadForNewUser(userId: string | null, isTakenOver: boolean): Promise<void> {
  const { storeUnsavedWork } = await import('../app/unsaved-work-list.ts')
  // A "Leave site?" dialog would let the user stay on a page that can do nothing.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  releaseHistory()
  if (userId !== null) await storeUnsavedWork(userId)
  // It describes what the previous user did in this window.
  windowStorage()?.clear()
  if (userId !== null && isTakenOver) windowStorage()?.setItem(TAKEN_OVER_KEY, '1')
  // The address may name something that only the previous user has.
  history.replaceState(null, '', location.pathname)
  location.reload()
}

/** Reloads this page as soon as another user signs in, or its user signs out, in another window. */
export function watchTakeOver(): void {
  useSessionGate.subscribe(({ left, userId }, previous) => {
    if (left === null || left === 'signed-out' || previous.left !== null) return
    // After an update of the server the chunk is gone; the editor stores its work on every unload.
    reloadForNewUser(userId, left === 'taken-over').catch(() => location.reload())
  })
}
