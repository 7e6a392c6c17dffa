import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { creditSchema } from '@ninesixteen/shared/stock/credit-schema'
import { STOCK_SERVICES, STOCK_SERVICE_IDS, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import { STOCK_PAGE_MAX, type StockPhoto, type StockResults } from '@ninesixteen/shared/api/stock'
import { AppError } from '@ninesixteen/shared/errors'
import { waitText } from '@ninesixteen/shared/time/wait-text'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { PlatformError } from '../providers/platform-error.ts'
import { parseJson } from '../providers/read-response.ts'
import { createStockSearch, STOCK_DEFINITIONS } from '../providers/stock/registry.ts'
import type { FoundPage, FoundPhoto, StockKey, StockQuery } from '../providers/stock/stock-service.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import { createDiskCache } from './disk-cache.ts'
import type { RemotePhotos } from './remote-photos.ts'
import { takeStockRequest } from './stock-allowance.ts'

/** Answers of all services, about 20 kB each. */
const CACHE_BYTES = 64 * 1024 * 1024
/** Without a time from the service. */
const BUSY_SECONDS = 60

export type StockOrder = StockQuery & { service: StockServiceId }

export interface StockPhotos {
  services(userId: string): Promise<{ id: StockServiceId; isReady: boolean }[]>
  search(userId: string, order: StockOrder): Promise<StockResults>
  /** Stores a result in the user's library. */
  importPhoto(userId: string, wanted: { token: string; mediaId: string; signal?: AbortSignal }): Promise<UploadedFile>
}

export interface StockPhotosDeps {
  config: Pick<Config, 'dataDir' | 'stock'>
  db: Db
  sealer: SecretBox
  remotePictures: Pick<RemotePhotos, 'link' | 'importFound'>
  /** A user's own key; null without. */
  ownKey(userId: string, service: StockServiceId): Promise<string | null>
}

const pageSchema: z.ZodType<FoundPage> = z.object({
  photos: z.array(z.object({ credit: creditSchema, width: z.number(), height: z.number(), previewUrl: z.string(), fileUrl: z.string() })),
  hasMore: z.boolean(),
})

const tokenSchema = z.object({ credit: creditSchema, fileUrl: z.string() })

/** Binds a result to the user who searched. */
const tokenOwner = (userId: string) => ({ userId, purpose: 'stock photo' })

export function createStockPhotos({ config, db, sealer, remotePictures, ownKey }: StockPhotosDeps): StockPhotos {
  const ask = createStockSearch(config.stock)
  const longest = Math.max(...Object.values(STOCK_DEFINITIONS).map(({ rules }) => rules.cacheSeconds))
  const cache = createDiskCache(join(config.dataDir, 'photo-searches'), { bytesMax: CACHE_BYTES, secondsMax: longest })
  const asking = new Map<string, Promise<FoundPage>>()
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

  async function askService(userId: string, { service, ...query }: StockOrder): Promise<FoundPage> {
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
      return await ask(service, query, key)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      if (error.fault !== 'wait') throw tableError(error, label)
      const seconds = error.retryAfterSeconds ?? BUSY_SECONDS
      busyUntil.set(allowance, Date.now() + seconds * 1000)
      throw refuse(seconds)
    }
  }

  /** Equal searches of all users share one answer, and those of one user also a running request, which nothing aborts. */
  async function pageOf(userId: string, order: StockOrder): Promise<FoundPage> {
    const id = JSON.stringify([order.service, config.stock[order.service].apiUrl, order.words, order.shape, order.page])
    const cached = await cache.read(id)
    const known = cached && pageSchema.safeParse(parseJson(Buffer.from(cached).toString('utf8')))
    if (known?.success) return known.data
    const running = `${userId} ${id}`
    const begun =
      asking.get(running) ??
      askService(userId, order)
        .then(async (page) => {
          await cache.write(id, Buffer.from(JSON.stringify(page)))
          return page
        })
        .finally(() => asking.delete(running))
    asking.set(running, begun)
    return begun
  }

  const shown = (userId: string, { credit, width, height, previewUrl, fileUrl }: FoundPhoto): StockPhoto[] => {
    const preview = remotePictures.link(userId, previewUrl)
    if (preview === null) return []
    return [{ token: sealer.seal(JSON.stringify({ credit, fileUrl }), tokenOwner(userId)), credit, width, height, previewUrl: preview }]
  }

  return {
    services: (userId) => Promise.all(STOCK_SERVICE_IDS.map(async (id) => ({ id, isReady: (await keyOf(userId, id)) !== null }))),
    async search(userId, order) {
      const words = order.words.trim().replace(/\s+/g, ' ').toLowerCase()
      const page = await pageOf(userId, { ...order, words })
      return {
        photos: page.photos.flatMap((photo) => shown(userId, photo)),
        next: page.hasMore && order.page < STOCK_PAGE_MAX ? order.page + 1 : null,
      }
    },
    async importPhoto(userId, { token, mediaId, signal }) {
      const opened = tokenSchema.safeParse(parseJson(sealer.open(token, tokenOwner(userId)) ?? ''))
      if (!opened.success) throw new AppError('STOCK_TOKEN')
      const { credit, fileUrl } = opened.data
      const { sideMin } = STOCK_SERVICES[credit.service]
      return remotePictures.importFound(userId, fileUrl, { credit, sideMin, mediaId, ...(signal && { signal }) })
    },
  }
}

function tableError(error: PlatformError, service: string): AppError {
  const isKey = error.fault === 'client' || error.fault === 'account'
  return new AppError(isKey ? 'STOCK_KEY_REFUSED' : 'STOCK_DOWN', { service }, { cause: error })
}
