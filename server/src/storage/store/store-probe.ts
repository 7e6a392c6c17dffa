import type { MarkerFile } from './file-store.ts'
import { withTimeout } from '../../promises.ts'

/** How long a result is reused, in milliseconds: readiness is polled often. */
const FRESH_MS = 5_000
/** Longest wait, in milliseconds. The store's own timeouts are longer, and concurrent callers share a result. */
const WAIT_MS = 2_000

export interface ProbeTimes {
  freshMs?: number
  waitMs?: number
  now?: () => number
}

/** Checks whether the store responds by reading its marker: a few bytes, rarely, one request at a time. */
export function createStoreProbe(marker: Pick<MarkerFile, 'read'>, times: ProbeTimes = {}): () => Promise<boolean> {
  const { freshMs = FRESH_MS, waitMs = WAIT_MS, now = () => performance.now() } = times
  let last: { isAvailable: boolean; at: number } | null = null
  let probing: Promise<boolean> | null = null

  async function probe(): Promise<boolean> {
    const isAvailable = await marker.read().then(
      () => true,
      () => false,
    )
    last = { isAvailable, at: now() }
    probing = null
    return isAvailable
  }

  return async () => {
    if (last && now() - last.at < freshMs) return last.isAvailable
    probing ??= probe()
    return withTimeout(probing, waitMs, () => false)
  }
}
