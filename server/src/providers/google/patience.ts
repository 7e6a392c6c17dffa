import { setTimeout as wait } from 'node:timers/promises'
import { PlatformError } from '../platform-error.ts'

/** Calls in all, the first one included: pauses of 1, 2, 4 and 8 seconds lie between them, as Drive asks for. */
const ATTEMPTS_MAX = 5
const FIRST_PAUSE_MS = 1_000
/** After a connection that broke: nobody asked for a pause there. */
const FIRST_PAUSE_BROKEN_MS = 250
/** Somebody is looking at the progress: a longer wait is told, not sat out. */
const PATIENCE_MS = 20_000

export interface RetryPolicy {
  /** Waits that many milliseconds, or until the caller gives up. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
  /** 0 up to 1. */
  random(): number
}

export const RETRY_POLICY: RetryPolicy = {
  pause: (ms, signal) => wait(ms, undefined, signal && { signal }),
  random: Math.random,
}

/** Milliseconds until the next attempt; null for giving up. `attempt` counts from 1. */
export function pauseAfter(thrown: unknown, attempt: number, random: () => number): number | null {
  if (!(thrown instanceof PlatformError) || (thrown.fault !== 'wait' && thrown.fault !== 'down')) return null
  // It would send the same again.
  if (thrown.code === 'too-large') return null
  // A whole wait has already passed: many of them would take minutes.
  if (attempt >= (thrown.code === 'timeout' ? 2 : ATTEMPTS_MAX)) return null
  const first = thrown.status === 0 ? FIRST_PAUSE_BROKEN_MS : FIRST_PAUSE_MS
  const asked = thrown.retryAfterSeconds === null ? 0 : thrown.retryAfterSeconds * 1000
  const pause = Math.max(asked, first * 2 ** (attempt - 1) * (1 + random() / 4))
  return pause <= PATIENCE_MS ? pause : null
}

/** Repeats a call that may be repeated, after pauses that double and have a random part. */
export async function withRetries<T>(work: () => Promise<T>, { pause, random }: RetryPolicy, signal?: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (thrown) {
      const ms = signal?.aborted ? null : pauseAfter(thrown, attempt, random)
      if (ms === null) throw thrown
      await pause(ms, signal)
    }
  }
}
