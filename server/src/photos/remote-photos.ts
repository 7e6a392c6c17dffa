import { join } from 'node:path'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Config } from '../config/config.ts'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { STOCK_DEFINITIONS } from '../providers/stock/registry.ts'
import { createRemoteFiles, RemoteFileError, type RemoteFault, type RemoteHosts } from '../providers/remote-file.ts'
import { createDiskCache } from './disk-cache.ts'
import { imageFormat } from '../image-decoding/image-format.ts'
import { plainName } from './plain-name.ts'
import { storePhoto, type PhotoUploadServices } from './photo-files.ts'
import type { Secrets } from '../config/secret-key.ts'
import { createUrlSigner } from './signed-url.ts'

/** Path prefix of remote images, followed by the user's id and the remote URL. */
export const REMOTE_PATH = '/api/pictures/remote'

/** Limits of the cache: remote images can always be fetched again. */
const CACHE = { bytesMax: 512 * 1024 * 1024, secondsMax: 7 * 24 * 60 * 60 }
/** Concurrent fetches in total. A slideshow may need one for each slide. */
const FETCHES = { places: 8, maxQueuedPerUser: 100, maxQueued: 1000 }
/** How long a failed image isn't fetched again, in milliseconds. */
const FAILED_MS = 30_000
const FAILURES_MAX = 1000
const CROWDED = new Set<ErrorCode>(['RATE_LIMITED', 'BUSY'])

const ERRORS: Record<RemoteFault, ErrorCode> = {
  'not-allowed': 'NOT_FOUND',
  gone: 'REMOTE_PICTURE_GONE',
  'not-a-picture': 'UPLOAD_NOT_IMAGE',
  'too-large': 'REMOTE_PICTURE_FAILED',
  redirected: 'REMOTE_PICTURE_FAILED',
  timeout: 'REMOTE_PICTURE_FAILED',
  unreachable: 'REMOTE_PICTURE_FAILED',
}

export interface RemotePhoto {
  bytes: Uint8Array
  mimeType: 'image/jpeg' | 'image/png'
}

/** Proxies images from other hosts, which the page never contacts itself. */
export interface RemotePhotos {
  /** A time-limited URL of this server for an image and this user; null for an unusable URL. */
  link(userId: string, url: string): string | null
  /** User id and remote URL of a link; throws FILE_LINK_EXPIRED if it isn't ours or too old. */
  open(link: string): { userId: string; url: string }
  /** The re-encoded image, from the cache or, in the user's turn, from its host. Throws errors of the table. */
  fetch(userId: string, url: string): Promise<RemotePhoto>
  /** Stores it as a file of the user, like an upload; with `mediaId` as a photo of the library. */
  importPhoto(userId: string, url: string, options?: { filename?: string; mediaId?: string }): Promise<UploadedFile>
  /** Stores a photo from any public https address in the library. Throws INVALID_INPUT for another address. */
  importFromAnywhere(userId: string, url: string, options: { filename: string; mediaId: string }): Promise<UploadedFile>
  /** Stores a photo of a stock service in the library, with its credit. Throws PHOTO_TOO_SMALL, too. */
  importFound(
    userId: string,
    url: string,
    options: { credit: Credit; sideMin: number; mediaId: string; signal?: AbortSignal },
  ): Promise<UploadedFile>
  close(): Promise<void>
}

export interface RemotePhotosDeps extends PhotoUploadServices {
  config: Pick<Config, 'dataDir' | 'platforms' | 'stock'> & Secrets
}

export function createRemotePhotos(parts: RemotePhotosDeps): RemotePhotos {
  const { config, codec } = parts
  const hosts = pictureHosts(config)
  const files = createRemoteFiles(hosts)
  const anywhere = createRemoteFiles({ ...hosts, hosts: 'any' })
  const cache = createDiskCache(join(config.dataDir, 'remote-pictures'), CACHE)
  const signer = createUrlSigner(config)
  const queue = createFairQueue(FETCHES)
  const fetching = new Map<string, Promise<Uint8Array>>()
  const failed = new Map<string, { error: unknown; until: number }>()

  const original = (userId: string, url: string, from = files) =>
    queue.run({ userId }, () => tableErrors(async () => (await from.fetchImage(url)).bytes))

  async function fetchAndCache(userId: string, url: string): Promise<Uint8Array> {
    const known = failed.get(url)
    if (known && known.until > Date.now()) throw known.error
    try {
      const { bytes } = await codec.encodeImage(await original(userId, url), { userId })
      await cache.write(url, bytes)
      return bytes
    } catch (error) {
      // Load is no failure of this image.
      if (error instanceof AppError && CROWDED.has(error.code)) throw error
      failed.delete(url)
      failed.set(url, { error, until: Date.now() + FAILED_MS })
      const [oldest] = failed.keys()
      if (failed.size > FAILURES_MAX && oldest !== undefined) failed.delete(oldest)
      throw error
    }
  }

  return {
    link(userId, url) {
      if (!files.isAllowed(url)) return null
      return signer.sign(`${REMOTE_PATH}/${encodeURIComponent(userId)}/${Buffer.from(url).toString('base64url')}`)
    },
    open(link) {
      const [userId = '', address = ''] = signer
        .verify(link)
        .slice(REMOTE_PATH.length + 1)
        .split('/')
      return { userId: decodeURIComponent(userId), url: Buffer.from(address, 'base64url').toString() }
    },
    async fetch(userId, url) {
      const cached = await cache.read(url)
      if (cached) return shown(cached)
      const begun = fetching.get(url) ?? fetchAndCache(userId, url).finally(() => fetching.delete(url))
      fetching.set(url, begun)
      return shown(await begun)
    },
    async importPhoto(userId, url, { filename = 'photo.jpg', mediaId } = {}) {
      // From its host rather than the cache: each encoding costs some quality.
      const source = await original(userId, url)
      const taken = { source, filename, originalUrl: url }
      return storePhoto(parts, userId, { ...taken, ...(mediaId ? { purpose: 'media', mediaId } : { purpose: 'image-box' }) })
    },
    async importFromAnywhere(userId, url, { filename, mediaId }) {
      const source = await original(userId, url, anywhere).catch((error: unknown) => {
        const isRefused = error instanceof AppError && error.code === 'NOT_FOUND'
        throw isRefused ? new AppError('INVALID_INPUT', { fields: 'url' }, { cause: error }) : error
      })
      return storePhoto(parts, userId, { source, filename, originalUrl: url, purpose: 'media', mediaId })
    },
    async importFound(userId, url, { credit, ...options }) {
      const source = await original(userId, url, anywhere)
      const filename = `${plainName(credit.title.replaceAll(/[\\/]/g, ' ') || credit.service)}.jpg`
      return storePhoto(parts, userId, { source, filename, originalUrl: credit.pageUrl, purpose: 'media', credit, ...options })
    },
    async close() {
      await Promise.all([files.close(), anywhere.close()])
    },
  }
}

function pictureHosts({ platforms, stock }: Pick<Config, 'platforms' | 'stock'>): RemoteHosts {
  const all = Object.values(platforms).map(({ imageHosts }) => imageHosts)
  const found = Object.values(STOCK_DEFINITIONS).map(({ id, rules }) => ({ hosts: rules.previewHosts, trusted: stock[id].trusted }))
  const trusted = [...all, ...found].flatMap((one) => one.trusted)
  // Another server at the address of a service has its previews anywhere.
  const isElsewhere = Object.values(stock).some(({ isLimited, sandbox }) => !isLimited && !sandbox)
  return { hosts: isElsewhere ? 'any' : [...all, ...found].flatMap(({ hosts }) => hosts), trusted }
}

function shown(bytes: Uint8Array): RemotePhoto {
  return { bytes, mimeType: imageFormat(bytes) === 'png' ? 'image/png' : 'image/jpeg' }
}

async function tableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RemoteFileError ? new AppError(ERRORS[error.fault], {}, { cause: error }) : error
  }
}
