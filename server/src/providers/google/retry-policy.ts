import { setTimeout as wait } from 'node:timers/promises'
import { PlatformError } from '../platform-error.ts'

/** Attempts in all, with pauses of 1, 2, 4 and 8 seconds between them, as Drive recommends. */
const ATTEMPTS_MAX = 5
const FIRST_PAUSE_MS = 1_000
/** Pause after a broken connection. */
const FIRST_PAUSE_BROKEN_MS = 250
/** The user is watching the progress: report a longer wait instead of waiting. */
const RETRY_MS_MAX = 20_000

export interface RetryPolicy {
  /** Waits `ms` milliseconds, or until the caller aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
  /** From 0 up to 1. */
  random(): number
}

export const RETRY_POLICY: RetryPolicy = {
  pause: (ms, signal) => wait(ms, undefined, signal && { signal }),
  random: Math.random,
}

/** Milliseconds until the next attempt; null to give up. `attempt` counts from 1. */
export function pauseAfter(thrown: unknown, attempt: number, random: () => number): number | null {
  if (!(thrown instanceof PlatformError) || (thrown.fault !== 'wait' && thrown.fault !== 'down')) return null
  // A retry would send the same request.
  if (thrown.code === 'too-large') return null
  // After a timeout, more attempts would take minutes.
  if (attempt >= (thrown.code === 'timeout' ? 2 : ATTEMPTS_MAX)) return null
  const first = thrown.status === 0 ? FIRST_PAUSE_BROKEN_MS : FIRST_PAUSE_MS
  const retryAfterMs = thrown.retryAfterSeconds === null ? 0 : thrown.retryAfterSeconds * 1000
  const pause = Math.max(retryAfterMs, first * 2 ** (attempt - 1) * (1 + random() / 4))
  return pause <= RETRY_MS_MAX ? pause : null
}

/** Retries an idempotent call with exponential backoff and jitter. */
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
