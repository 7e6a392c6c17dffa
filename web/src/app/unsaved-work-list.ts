import { forgetKept, keep, readKept } from './browser-storage.ts'
import { keepers, keptWorkKey, type KeptWork } from './unsaved-work.ts'

/** A storage that does not answer must not keep the page open for the next user. In milliseconds. */
const KEEP_MOST_MS = 1500

/** Stores all unfinished work of this page under its user's id. */
export async function storeUnsavedWork(userId: string): Promise<void> {
  const note = (work: KeptWork | null): void => {
    if (work) writeKeptWork(userId, [...readKeptWork(userId).filter(({ path }) => path !== work.path), work])
  }
  const all = Promise.allSettled([...keepers].map(async (keeper) => note(await keeper(userId))))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, KEEP_MOST_MS))])
}

export function readKeptWork(userId: string): KeptWork[] {
  return readKept(keptWorkKey(userId), (value) => (Array.isArray(value) ? (value as KeptWork[]) : [])) ?? []
}

export function writeKeptWork(userId: string, works: readonly KeptWork[]): void {
  if (works.length > 0) keep(keptWorkKey(userId), works)
  else forgetKept(keptWorkKey(userId))
}

/** Called when the work was reopened, or the user dismissed it. */
export function dropKeptWork(userId: string, path: string): void {
  writeKeptWork(
    userId,
    readKeptWork(userId).filter((work) => work.path !== path),
  )
}
