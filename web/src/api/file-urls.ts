import { SIGNED_URL_SECONDS } from '@ninesixteen/shared/api/limits'
import type { FileVariant } from '@ninesixteen/shared/api/media'
import { api } from './client.ts'

/** Paths per request, the contract's limit. */
const BATCH = 200
/** URLs are requested again five minutes before they expire. */
const KEEP_MS = (SIGNED_URL_SECONDS - 300) * 1000

interface CachedUrl {
  url: Promise<string | null>
  until: number
}
interface QueuedPath {
  path: string
  resolve(url: string | null): void
  reject(error: unknown): void
}

const cache = new Map<string, CachedUrl>()
const queues = new Map<FileVariant, QueuedPath[]>()

async function flush(variant: FileVariant): Promise<void> {
  const queue = queues.get(variant) ?? []
  queues.delete(variant)
  for (let start = 0; start < queue.length; start += BATCH) {
    const batch = queue.slice(start, start + BATCH)
    try {
      const urls = await api.files.urls({ paths: batch.map((one) => one.path), variant })
      batch.forEach((one, index) => one.resolve(urls[index] ?? null))
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
  }
}

/** Signed URL of a stored image; null if it is not the user's. URLs requested in the same microtask share one request. */
export function fileUrl(path: string, variant: FileVariant): Promise<string | null> {
  const key = `${variant} ${path}`
  const cached = cache.get(key)
  if (cached && cached.until > Date.now()) return cached.url
  const url = new Promise<string | null>((resolve, reject) => {
    const queue = queues.get(variant)
    if (queue) queue.push({ path, resolve, reject })
    else {
      queues.set(variant, [{ path, resolve, reject }])
      queueMicrotask(() => void flush(variant))
    }
  })
  cache.set(key, { url, until: Date.now() + KEEP_MS })
  url.catch(() => cache.delete(key))
  return url
}
