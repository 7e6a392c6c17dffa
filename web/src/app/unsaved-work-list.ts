import { removeStored, keep, readStored } from './browser-storage.ts'
import { savers, unsavedWorkKey, type UnsavedWork } from './unsaved-work.ts'

/** A storage that does not answer must not keep the page open for the next user. In milliseconds. */
const KEEP_MOST_MS = 1500

/** Stores all unfinished work of this page under its user's id. */
export async function storeUnsavedWork(userId: string): Promise<void> {
  const note = (work: UnsavedWork | null): void => {
    if (work) writeUnsavedWork(userId, [...readUnsavedWork(userId).filter(({ path }) => path !== work.path), work])
  }
  const all = Promise.allSettled([...savers].map(async (saver) => note(await saver(userId))))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, KEEP_MOST_MS))])
}

export function readUnsavedWork(userId: string): UnsavedWork[] {
  return readStored(unsavedWorkKey(userId), (value) => (Array.isArray(value) ? (value as UnsavedWork[]) : [])) ?? []
}

export function writeUnsavedWork(userId: string, works: readonly UnsavedWork[]): void {
  if (works.length > 0) keep(unsavedWorkKey(userId), works)
  else removeStored(unsavedWorkKey(userId))
}

/** Called when the work was reopened, or the user dismissed it. */
export function deleteUnsavedWork(userId: string, path: string): void {
  writeUnsavedWork(
    userId,
    readUnsavedWork(userId).filter((work) => work.path !== path),
  )
}
