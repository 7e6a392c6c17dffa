/** Unfinished work that waits in this browser until its user is back, and the page that reopens it. */
export interface UnsavedWork {
  what: 'slideshow' | 'company' | 'photos'
  path: string
}

/** Stores the unfinished work of one part of the page in this browser; null when there is none. */
export type UnsavedWorkSaver = (userId: string) => UnsavedWork | null | Promise<UnsavedWork | null>

/** Every page loads this file; the code that reads and writes is in unsaved-work-list.ts, which few pages need. */
export const savers = new Set<UnsavedWorkSaver>()
export const unsavedWorkKey = (userId: string) => `ninesixteen.kept-work.${userId}`

/** In session storage: before the last load, this page belonged to another user. */
export const TAKEN_OVER_KEY = 'ninesixteen.taken-over'

/** Calls `keeper` before the page passes to another user. Returns a function that unregisters it. */
export function beforeUserChange(saver: UnsavedWorkSaver): () => void {
  savers.add(saver)
  return () => void savers.delete(saver)
}
