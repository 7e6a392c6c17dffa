import { storeUnsavedWork } from '../app/unsaved-work-list.ts'
import { windowStorage } from '../app/browser-storage.ts'
import { TAKEN_OVER_KEY } from './other-user.ts'

/** Keeps the work of whom this page belongs to, and loads it anew for who is signed in by now, if anybody is. */
export async function reloadForNewUser(userId: string | null, { isTakenOver }: { isTakenOver: boolean }): Promise<void> {
  // Whoever answered that they want to stay would stay on a page that can do nothing.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  if (userId !== null) await storeUnsavedWork(userId)
  // What this window knew of the first person's doings is of no use to the next.
  windowStorage()?.clear()
  if (userId !== null && isTakenOver) windowStorage()?.setItem(TAKEN_OVER_KEY, '1')
  // The address may name what only the first person has.
  history.replaceState(null, '', location.pathname)
  location.reload()
}
