import { useSessionGate } from '../api/session-gate.ts'
import { keepWork } from './kept-work.ts'

const KEY = 'ninesixteen.taken-over'

/** Gives this page away as soon as somebody else turns out to be signed in. */
export function watchTakeOver(): void {
  useSessionGate.subscribe(({ left, userId }, before) => {
    if (left === 'taken-over' && before.left === null) void drawAnew(userId)
  })
}

/** Keeps the work of whom this page belongs to, and loads it anew for who is signed in by now. */
async function drawAnew(userId: string | null): Promise<void> {
  // Whoever answered that they want to stay would stay on a page that can do nothing.
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  if (userId !== null) await keepWork(userId)
  // What this window knew of the first person's doings is of no use to the next.
  sessionStorage.clear()
  if (userId !== null) sessionStorage.setItem(KEY, '1')
  // The address may name what only the first person has.
  history.replaceState(null, '', location.pathname)
  location.reload()
}

/** Whether this page was somebody else's before it was loaded. */
export const wasTakenOver = (): boolean => sessionStorage.getItem(KEY) !== null
export const forgetTakeOver = (): void => sessionStorage.removeItem(KEY)
