import { randomUUID } from 'node:crypto'
import type { StockPhoto } from '@ninesixteen/shared/api/stock'
import { AppError } from '@ninesixteen/shared/errors'
import { searchWords } from '@ninesixteen/shared/photos/search-words'
import { STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { shuffled, type Random } from '@ninesixteen/shared/slide/backgrounds'
import type { Db } from '../db/db.ts'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { linkToCompany } from './link-to-company.ts'
import type { StockPhotos } from './stock-photos.ts'

/** Concurrent imports for one slideshow. */
const AT_ONCE = { places: 4, maxQueuedPerUser: 100, maxQueued: 100 }
/** A slideshow waits no longer for its photos. */
const PATIENCE_MS = 40_000
/** Services with the most generous limits first. */
const ORDER = ['pexels', 'pixabay', 'openverse'] as const satisfies readonly StockServiceId[]

export interface WantedFound {
  topic: string
  companyId: string | null
  /** Number of slides, and so of photos. */
  count: number
  random: Random
}

export interface FoundBackgrounds {
  /** Storage paths; fewer than wanted if services have too few. */
  paths: string[]
  /** Why there are none, for the user; null if there are. */
  problem: string | null
}

/** Adds photos of a topic to the user's library. Never throws because of a service. */
export type FindBackgrounds = (userId: string, wanted: WantedFound) => Promise<FoundBackgrounds>

interface Wanted extends WantedFound {
  /** Ends with the time of the slideshow's photos. */
  signal: AbortSignal
}

interface Parts {
  db: Db
  stock: StockPhotos
  log: { warn(facts: Record<string, unknown>, text: string): void }
}

/** Searches once for the whole slideshow rather than for each slide: services allow few searches. */
export function createFindBackgrounds({ db, stock, log }: Parts): FindBackgrounds {
  async function photosOf(userId: string, service: StockServiceId, words: string): Promise<StockPhoto[]> {
    const search = async (some: string) => (await stock.search(userId, { service, words: some, shape: 'tall', page: 1 })).photos
    const found = await search(words)
    const [first = words] = words.split(' ')
    return found.length > 0 || first === words ? found : search(first)
  }

  async function importPhoto(userId: string, { token }: StockPhoto, { companyId, signal }: Wanted): Promise<string | null> {
    try {
      const stored = await stock.importPhoto(userId, { token, mediaId: randomUUID(), signal })
      await db.asUser(userId, (tx) => linkToCompany(tx, userId, { media: stored.media, companyId }))
      return stored.filePath
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'A found photo could not become a background')
      return null
    }
  }

  /** Imports that have not begun when the time is over are left out. */
  async function importAll(userId: string, photos: readonly StockPhoto[], wanted: Wanted): Promise<string[]> {
    const queue = createFairQueue(AT_ONCE)
    const chosen = shuffled(photos, wanted.random).slice(0, wanted.count)
    const { signal } = wanted
    const paths = await Promise.all(
      chosen.map((photo) => queue.run({ userId, signal }, () => importPhoto(userId, photo, wanted)).catch(() => null)),
    )
    return paths.filter((path) => path !== null)
  }

  return async (userId, given) => {
    const wanted = { ...given, signal: AbortSignal.timeout(PATIENCE_MS) }
    const words = searchWords([wanted.topic])
    if (words === '') return { paths: [], problem: 'The topic has no words to search photos for.' }
    let problem = 'No free photos were found for this topic.'
    const ready = new Set((await stock.services(userId)).filter(({ isReady }) => isReady).map(({ id }) => id))
    for (const service of ORDER.filter((id) => ready.has(id))) {
      if (wanted.signal.aborted) break
      try {
        const paths = await importAll(userId, await photosOf(userId, service, words), wanted)
        if (paths.length > 0) return { paths, problem: null }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        log.warn({ err: error, service: STOCK_SERVICES[service].label }, 'A service found no photos for backgrounds')
        problem = error.message
      }
    }
    return { paths: [], problem }
  }
}
