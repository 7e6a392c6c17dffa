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
export function createStoreProbe(mark: Pick<MarkerFile, 'read'>, times: ProbeTimes = {}): () => Promise<boolean> {
  const { freshMs = FRESH_MS, waitMs = WAIT_MS, now = () => performance.now() } = times
  let last: { answers: boolean; at: number } | null = null
  let probing: Promise<boolean> | null = null

  async function probe(): Promise<boolean> {
    const answers = await mark.read().then(
      () => true,
      () => false,
    )
    last = { answers, at: now() }
    probing = null
    return answers
  }

  return async () => {
    if (last && now() - last.at < freshMs) return last.answers
    probing ??= probe()
    return withTimeout(probing, waitMs, () => false)
  }
}
