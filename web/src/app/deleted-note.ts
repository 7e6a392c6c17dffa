import { windowStorage } from './browser-storage.ts'

const KEY = 'ninesixteen.deleted'
type Deleted = 'account' | 'demo'

/** Leaves a note for the next page, which loads from scratch. */
export function noteDeleted(deleted: Deleted): void {
  windowStorage()?.setItem(KEY, deleted)
}

/** Returns the note once, then removes it. */
export function takeDeleted(): Deleted | null {
  const saved = windowStorage()?.getItem(KEY)
  windowStorage()?.removeItem(KEY)
  return saved === 'account' || saved === 'demo' ? saved : null
}
