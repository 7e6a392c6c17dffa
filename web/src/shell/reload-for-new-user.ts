import { windowStorage } from '../app/browser-storage.ts'
import { TAKEN_OVER_KEY } from '../app/unsaved-work.ts'
import { storeUnsavedWork } from '../app/unsaved-work-list.ts'

/** Stores the unsaved work of this page's user (`userId`), then reloads the page for the user who is signed in now, if any. */
export async function reloadForNewUser(userId: string | null, { isTakenOver }: { isTakenOver: boolean }): Promise<void> {
  // A "Leave site?" dialog would let the user stay on a page that can do nothing.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  if (userId !== null) await storeUnsavedWork(userId)
  // It describes what the previous user did in this window.
  windowStorage()?.clear()
  if (userId !== null && isTakenOver) windowStorage()?.setItem(TAKEN_OVER_KEY, '1')
  // The address may name something that only the previous user has.
  history.replaceState(null, '', location.pathname)
  location.reload()
}
