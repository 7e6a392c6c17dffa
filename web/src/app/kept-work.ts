import { keep, readKept } from './browser-storage.ts'

/** Work of one person that waits in this browser until they are back: what it is, and where it goes on. */
export interface KeptWork {
  what: 'slideshow' | 'company' | 'photos'
  path: string
}

/** Keeps what a part of the page has of a person's unfinished work; null when there is none. */
type Keeper = (userId: string) => KeptWork | null | Promise<KeptWork | null>

/** A browser whose storage does not answer must not hold somebody else's page open. In milliseconds. */
const KEEP_MOST_MS = 1500

const keepers = new Set<Keeper>()
const keyOf = (userId: string) => `ninesixteen.kept-work.${userId}`

/** Asks for it when this page has to be given to somebody else; the answer ends that. */
export function whenTakenOver(keeper: Keeper): () => void {
  keepers.add(keeper)
  return () => void keepers.delete(keeper)
}

/** Keeps everything unfinished on this page under the id of whom it belongs to. */
export async function keepWork(userId: string): Promise<void> {
  const note = (work: KeptWork | null): void => {
    if (work) writeKeptWork(userId, [...readKeptWork(userId).filter(({ path }) => path !== work.path), work])
  }
  const all = Promise.allSettled([...keepers].map(async (keeper) => note(await keeper(userId))))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, KEEP_MOST_MS))])
}

/** By hand, because every page loads this file. */
export function readKeptWork(userId: string): KeptWork[] {
  return readKept(keyOf(userId), (value) => (Array.isArray(value) ? (value as KeptWork[]) : [])) ?? []
}

export function writeKeptWork(userId: string, works: readonly KeptWork[]): void {
  if (works.length > 0) keep(keyOf(userId), works)
  else localStorage.removeItem(keyOf(userId))
}

/** It goes on by now, or is not wanted any more. */
export function dropKeptWork(userId: string, path: string): void {
  writeKeptWork(
    userId,
    readKeptWork(userId).filter((work) => work.path !== path),
  )
}
