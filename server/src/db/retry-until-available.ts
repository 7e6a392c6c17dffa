import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseDown } from './database-error.ts'

/** Delay between attempts, in milliseconds: an embedded database restarts in about this time. */
const PAUSE_MS = 200

export interface RetryLimits {
  /** Longest outage to wait for, in milliseconds. */
  waitMs: number
  /** Aborts when no caller waits any more. */
  signal?: AbortSignal
  /** Called once, before the first wait. */
  onWait?: () => void
  /** Which errors are transient; by default an unreachable database. */
  isTransient?: (error: unknown) => boolean
}

/** Retries work on an unreachable database until it is back. The work must be idempotent. */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { waitMs, signal, onWait, isTransient = isDatabaseDown }: RetryLimits,
): Promise<T> {
  const end = performance.now() + waitMs
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || signal?.aborted || performance.now() >= end) throw error
    }
    if (attempt === 0) onWait?.()
    // An abort during the wait still gets one more attempt.
    await wait(PAUSE_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined)
  }
}
