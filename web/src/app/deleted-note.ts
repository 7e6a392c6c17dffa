import { windowStorage } from './browser-storage.ts'

const KEY = 'ninesixteen.deleted'
type Deleted = 'account' | 'demo'

/** For the page that the browser goes to next: it starts anew and knows nothing of what was here. */
export function noteDeleted(what: Deleted): void {
  windowStorage()?.setItem(KEY, what)
}

/** What was deleted just now; told once. */
export function takeDeleted(): Deleted | null {
  const noted = windowStorage()?.getItem(KEY)
  windowStorage()?.removeItem(KEY)
  return noted === 'account' || noted === 'demo' ? noted : null
}
