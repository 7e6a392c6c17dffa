import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { creditSchema } from '@ninesixteen/shared/stock/credit-schema'
import { STOCK_SERVICES, type SoundServiceId, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { waitText } from '@ninesixteen/shared/time/wait-text'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { PlatformError } from '../providers/platform-error.ts'
import { parseJson } from '../providers/read-response.ts'
import { createStockSearch, STOCK_DEFINITIONS } from '../providers/stock/registry.ts'
import type { FoundPage, FoundPhoto, FoundSound, PhotoQuery, StockKey, StockQuery } from '../providers/stock/stock-service.ts'
import { createDiskCache } from './disk-cache.ts'
import { takeStockRequest } from './stock-allowance.ts'

/** Answers of all services, about 20 kB each. */
const CACHE_BYTES = 64 * 1024 * 1024
/** Without a time from the service. */
const BUSY_SECONDS = 60

export interface StockSearchParts {
  config: Pick<Config, 'dataDir' | 'stock'>
  db: Db
  /** A user's own key; null without. */
  ownKey(userId: string, service: StockServiceId): Promise<string | null>
}

/** Searches services within their limits, for photos and for music. Both throw errors of the table. */
export interface CachedStockSearch {
  isReady(userId: string, service: StockServiceId): Promise<boolean>
  photos(userId: string, service: StockServiceId, query: PhotoQuery): Promise<FoundPage<FoundPhoto>>
  sounds(userId: string, service: SoundServiceId, query: StockQuery): Promise<FoundPage<FoundSound>>
}

interface Search<T> {
  service: StockServiceId
  /** Key of a cached answer. */
  query: unknown
  schema: z.ZodType<FoundPage<T>>
  send(key: StockKey): Promise<FoundPage<T>>
}

const pageOf = <T>(result: z.ZodType<T>): z.ZodType<FoundPage<T>> => z.object({ results: z.array(result), hasMore: z.boolean() })
const photosSchema = pageOf<FoundPhoto>(
  z.object({ credit: creditSchema, width: z.number(), height: z.number(), previewUrl: z.string(), fileUrl: z.string() }),
)
const soundsSchema = pageOf<FoundSound>(z.object({ credit: creditSchema, seconds: z.number(), fileUrl: z.string() }))

export function createCachedStockSearch({ config, db, ownKey }: StockSearchParts): CachedStockSearch {
  const ask = createStockSearch(config.stock)
  const longest = Math.max(...Object.values(STOCK_DEFINITIONS).map(({ rules }) => rules.cacheSeconds))
  const cache = createDiskCache(join(config.dataDir, 'photo-searches'), { bytesMax: CACHE_BYTES, secondsMax: longest })
  const asking = new Map<string, Promise<unknown>>()
  /** When a service that limited our requests may be asked again, by allowance. */
  const busyUntil = new Map<string, number>()

  async function keyOf(userId: string, service: StockServiceId): Promise<{ key: StockKey; allowance: string } | null> {
    const { needsKey } = STOCK_SERVICES[service]
    if (!needsKey) return { key: null, allowance: `${service} shared` }
    const own = await ownKey(userId, service)
    if (own !== null) return { key: own, allowance: `${service} ${createHash('sha256').update(own).digest('base64url')}` }
    const { key } = config.stock[service]
    return key === null ? null : { key, allowance: `${service} shared` }
  }

  async function askService<T>(userId: string, { service, send }: Search<T>): Promise<FoundPage<T>> {
    const access = await keyOf(userId, service)
    const { label } = STOCK_SERVICES[service]
    if (access === null) throw new AppError('STOCK_KEY_MISSING', { service: label })
    const { key, allowance } = access
    const refuse = (seconds: number) => new AppError('STOCK_LIMIT', { service: label, seconds, wait: waitText(seconds) })
    const busySeconds = Math.ceil(((busyUntil.get(allowance) ?? 0) - Date.now()) / 1000)
    if (busySeconds > 0) throw refuse(busySeconds)
    const settings = config.stock[service]
    const windows = STOCK_DEFINITIONS[service].rules.windows(settings)
    const wait = settings.isLimited ? await takeStockRequest(db, { userId, allowance, windows }) : null
    if (wait !== null) throw refuse(wait)
    try {
      return await send(key)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      if (error.fault !== 'wait') throw tableError(error, label)
      const seconds = error.retryAfterSeconds ?? BUSY_SECONDS
      busyUntil.set(allowance, Date.now() + seconds * 1000)
      throw refuse(seconds)
    }
  }

  /** Equal searches of all users share one answer, and those of one user also a running request, which nothing aborts. */
  async function pageFor<T>(userId: string, search: Search<T>): Promise<FoundPage<T>> {
    const id = JSON.stringify([search.service, config.stock[search.service].apiUrl, search.query])
    const cached = await cache.read(id)
    const known = cached && search.schema.safeParse(parseJson(Buffer.from(cached).toString('utf8')))
    if (known?.success) return known.data
    const running = `${userId} ${id}`
    const begun =
      asking.get(running) ??
      askService(userId, search)
        .then(async (page) => {
          await cache.write(id, Buffer.from(JSON.stringify(page)))
          return page
        })
        .finally(() => asking.delete(running))
    asking.set(running, begun)
    return search.schema.parse(await begun)
  }

  return {
    isReady: async (userId, service) => (await keyOf(userId, service)) !== null,
    photos(userId, service, { words, page, shape }) {
      const query = { words: plain(words), shape, page }
      return pageFor(userId, { service, query, schema: photosSchema, send: (key) => ask.photos(service, query, key) })
    },
    sounds(userId, service, { words, page }) {
      const query = { words: plain(words), page }
      return pageFor(userId, { service, query: { sounds: query }, schema: soundsSchema, send: (key) => ask.sounds(service, query, key) })
    },
  }
}

function plain(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase()
}

function tableError(error: PlatformError, service: string): AppError {
  const isKey = error.fault === 'client' || error.fault === 'account'
  return new AppError(isKey ? 'STOCK_KEY_REFUSED' : 'STOCK_DOWN', { service }, { cause: error })
}
