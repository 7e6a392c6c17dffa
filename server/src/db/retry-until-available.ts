import { setTimeout as wait } from 'node:timers/promises'
import { isDatabaseDown } from './database-error.ts'

/** Between two tries, in milliseconds: a private database that was restarted is back in about this time. */
const PAUSE_MS = 200

export interface RetryLimits {
  /** How long the database may stay away, in milliseconds. */
  waitMs: number
  /** Nobody waits for the work any more. */
  signal?: AbortSignal
  /** Called once, before the first wait. */
  onWait?: () => void
  /** What passes by itself; a database that is away, when not said. */
  passes?: (error: unknown) => boolean
}

/** Repeats work that met a database which was away, until it is back. The work must do the same when it is done twice. */
export async function retryUntilAvailable<T>(
  work: () => Promise<T>,
  { waitMs, signal, onWait, passes = isDatabaseDown }: RetryLimits,
): Promise<T> {
  const end = performance.now() + waitMs
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!passes(error) || signal?.aborted || performance.now() >= end) throw error
    }
    if (tries === 0) onWait?.()
    // An end that is asked for meanwhile is met after one more try.
    await wait(PAUSE_MS, undefined, { ...(signal && { signal }) }).catch(() => undefined)
  }
}
