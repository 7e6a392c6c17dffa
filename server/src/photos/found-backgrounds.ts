import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { StockPhoto } from '@ninesixteen/shared/api/stock'
import { AppError } from '@ninesixteen/shared/errors'
import { photoFit, photoWords } from '@ninesixteen/shared/photos/photo-fit'
import { searchWords } from '@ninesixteen/shared/photos/search-words'
import { STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { shuffled, type Random } from '@ninesixteen/shared/slide/backgrounds'
import type { Db } from '../db/db.ts'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { mediaItems } from '../db/schema-photos.ts'
import { linkToCompany } from './link-to-company.ts'
import type { StockPhotos } from './stock-photos.ts'

/** Concurrent imports for one slideshow. */
const AT_ONCE = { places: 4, maxQueuedPerUser: 100, maxQueued: 100 }
/** A search for one slideshow ends after this time. */
const PATIENCE_MS = 40_000
/** Services with the most generous limits first. */
const ORDER = ['pexels', 'pixabay', 'openverse'] as const satisfies readonly StockServiceId[]
/** Requests for one slideshow of a service without a key, which allows five an hour. */
const KEYLESS_REQUESTS = 3
/** Photos of the topic that are imported before a slide asks for one. */
const IMPORTED_AHEAD = 3
/** Results that are tried for a slide. */
const IMPORT_ATTEMPTS = 2

export interface FoundPhotoRequest {
  topic: string
  companyId: string | null
  /** Number of slides, and so of photos at most. */
  count: number
  random: Random
  /** Whether the user asked for it. */
  isRequested: boolean
}

export interface FoundPhoto {
  path: string
  /** Its title, and the words that it was found with. */
  texts: string[]
}

/** The search for the photos of one slideshow. Its methods never throw because of a service. */
export interface PhotoSearch {
  /** Imports a photo of what a slide shows, by a search of its own while the limits of services allow one, else from the topic's. */
  photoFor(words: string): Promise<FoundPhoto | null>
  /** Imported photos that `photoFor` has not returned; each only once. */
  arrived(): FoundPhoto[]
  /** Why no photo was found, for the user; null if one was. */
  problem(): string | null
  /** Ends requests that still run. */
  close(): void
}

/** Starts to search photos of a topic and adds the first to the user's library. Null where no service may be asked unrequested. */
export type FindBackgrounds = (userId: string, request: FoundPhotoRequest) => PhotoSearch | null

interface Deps {
  db: Db
  stock: StockPhotos
  /** Whether the services are imitated: their photos are worse than none, and come only on request. */
  isImitated: boolean
  log: { warn(fields: Record<string, unknown>, text: string): void }
}

interface Result {
  photo: StockPhoto
  words: string
}

const textsOf = ({ photo, words }: Result): string[] => [photo.credit.title, words]

/**
 * Searches the topic once, and what a slide shows only where no result fits it: services allow few searches. Nothing of it outlives the
 * slideshow.
 */
export function createFindBackgrounds({ db, stock, isImitated, log }: Deps): FindBackgrounds {
  return (userId, { topic, companyId, count, random, isRequested }) => {
    if (isImitated && !isRequested) return null
    const closing = new AbortController()
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE_MS)])
    const queue = createFairQueue(AT_ONCE)
    const topicTerms = searchWords([topic])
    const searched = new Map<string, Promise<void>>()
    const requests = new Map<StockServiceId, number>()
    const results: Result[] = []
    const waiting: FoundPhoto[] = []
    let imported = 0
    let problem: string | null =
      topicTerms === '' ? 'The topic has no words to search photos for.' : 'No free photos were found for this topic.'

    /** The results of one service; null without a request left for it. */
    async function askService(service: StockServiceId, words: string): Promise<StockPhoto[] | null> {
      const limit = STOCK_SERVICES[service].needsKey ? count + 2 : KEYLESS_REQUESTS
      const [first = words] = words.split(' ')
      let photos: StockPhoto[] | null = null
      for (const terms of new Set([words, first])) {
        const made = requests.get(service) ?? 0
        if (made >= limit || signal.aborted) return photos
        requests.set(service, made + 1)
        ;({ photos } = await stock.search(userId, { service, words: terms, shape: 'tall', page: 1 }))
        if (photos.length > 0) return photos
      }
      return photos
    }

    async function search(words: string): Promise<void> {
      const ready = new Set((await stock.services(userId)).filter(({ isReady }) => isReady).map(({ id }) => id))
      for (const service of ORDER.filter((id) => ready.has(id))) {
        try {
          const photos = await askService(service, words)
          if (!photos || photos.length === 0) continue
          results.push(...shuffled(photos, random).map((photo) => ({ photo, words })))
          return
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          log.warn({ err: error, service: STOCK_SERVICES[service].label }, 'A service found no photos for backgrounds')
          // A service that refused or failed is not asked again for this slideshow.
          requests.set(service, Infinity)
          if (imported === 0) problem = error.message
        }
      }
    }

    /** Equal words are searched once. */
    function searchOnce(words: string): Promise<void> {
      const running = searched.get(words) ?? (words === '' ? Promise.resolve() : search(words))
      searched.set(words, running)
      return running.catch((error: unknown) => log.warn({ err: error }, 'A search for backgrounds failed'))
    }

    /** The results that fit best, first those that were found by these words. */
    function claim(words: string): Result | null {
      const wanted = photoWords([words])
      const fitOf = (result: Result) => photoFit(wanted, photoWords(textsOf(result))) + (result.words === words ? 1 : 0)
      const best = results.toSorted((a, b) => fitOf(b) - fitOf(a))[0] ?? null
      if (best) results.splice(results.indexOf(best), 1)
      return best
    }

    async function importResult(result: Result): Promise<FoundPhoto | null> {
      const { photo, words } = result
      try {
        const stored = await queue.run({ userId, signal }, () =>
          stock.importPhoto(userId, { token: photo.token, mediaId: randomUUID(), signal }),
        )
        await db.asUser(userId, async (tx) => {
          // A search without a request says nothing about the company.
          if (isRequested) await linkToCompany(tx, userId, { media: stored.media, companyId })
          const isUntagged = and(eq(mediaItems.userId, userId), eq(mediaItems.filePath, stored.filePath), eq(mediaItems.tags, []))
          await tx
            .update(mediaItems)
            .set({ tags: words.split(' ') })
            .where(isUntagged)
        })
        imported += 1
        problem = null
        return { path: stored.filePath, texts: textsOf(result) }
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'A found photo could not become a background')
        return null
      }
    }

    async function importAhead(): Promise<void> {
      await searchOnce(topicTerms)
      const claimed = Array.from({ length: Math.min(IMPORTED_AHEAD, count) }, () => claim(topicTerms)).filter((result) => result !== null)
      await Promise.all(
        claimed.map(async (result) => {
          const photo = await importResult(result)
          if (photo) waiting.push(photo)
        }),
      )
    }

    /** Whether a photo that is imported or found already shows this. */
    const shows = (words: string): boolean => {
      const wanted = photoWords([words])
      return [...waiting.map(({ texts }) => texts), ...results.map(textsOf)].some((texts) => photoFit(wanted, photoWords(texts)) > 0)
    }

    const topicSearched = searchOnce(topicTerms)
    const ahead = importAhead()

    return {
      async photoFor(words) {
        const terms = searchWords([words]) || topicTerms
        await (terms === topicTerms ? ahead : topicSearched)
        if (terms !== topicTerms && !shows(terms)) await searchOnce(terms)
        const wanted = photoWords([terms])
        const ready = waiting.findIndex(({ texts }) => photoFit(wanted, photoWords(texts)) > 0 || terms === topicTerms)
        if (ready >= 0) return waiting.splice(ready, 1)[0] ?? null
        let photo: FoundPhoto | null = null
        for (let attempt = 0; attempt < IMPORT_ATTEMPTS && !photo && !signal.aborted; attempt += 1) {
          const claimed = claim(terms)
          photo = claimed && (await importResult(claimed))
        }
        return photo
      },
      arrived: () => waiting.splice(0),
      problem: () => problem,
      close: () => closing.abort(),
    }
  }
}
