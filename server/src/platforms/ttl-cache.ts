import { AppError } from '@ninesixteen/shared/errors'
import type { AccountRef } from './account.ts'

/** Long enough for all posts of one request. */
const TTL_MS = 60_000
const ENTRIES_MAX = 1000

interface Entry<T> {
  at: number
  result: Promise<T>
  /** Number of waiting callers; at 0 the request is aborted. */
  waiting: number
  abort: AbortController
}

/**
 * Caches results for a minute, and no failures. Concurrent callers share one request: each waits until its own signal aborts, and the request
 * continues while one of them waits.
 */
export function cached<T>(query: (key: string, signal: AbortSignal) => Promise<T>, now: () => number = Date.now) {
  const entries = new Map<string, Entry<T>>()

  function startQuery(key: string): Entry<T> {
    const abort = new AbortController()
    const entry = { at: now(), result: query(key, abort.signal), waiting: 0, abort }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > ENTRIES_MAX && oldest !== undefined) entries.delete(oldest)
    const evict = () => entries.get(key) === entry && entries.delete(key)
    abort.signal.addEventListener('abort', evict)
    entry.result.then(() => abort.signal.removeEventListener('abort', evict), evict)
    return entry
  }

  return async (key: string, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted()
    const cachedEntry = entries.get(key)
    const entry = cachedEntry && now() - cachedEntry.at < TTL_MS ? cachedEntry : startQuery(key)
    entry.waiting += 1
    try {
      return await withSignal(entry.result, signal)
    } finally {
      entry.waiting -= 1
      if (entry.waiting === 0) entry.abort.abort()
    }
  }
}

async function withSignal<T>(result: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([result, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Caches a query by account. Throws PLATFORM_UNREACHABLE if the platform doesn't answer before the caller's signal aborts. */
export function cachedByAccount<T>(platform: string, query: (account: AccountRef, signal: AbortSignal) => Promise<T>) {
  const entry = cached((key, signal) => query(JSON.parse(key) as AccountRef, signal))
  return ({ userId, id }: AccountRef, signal: AbortSignal): Promise<T> =>
    entry(JSON.stringify({ userId, id }), signal).catch((error: unknown) => {
      throw signal.aborted ? new AppError('PLATFORM_UNREACHABLE', { platform }, { cause: error }) : error
    })
}
