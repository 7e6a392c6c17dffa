const [MINUTE, HOUR] = [60, 60 * 60]

/** Seconds between two attempts, as Standard Webhooks recommends. */
const RETRY_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
/** Delays are up to a tenth longer, so that endpoints that failed together are not retried together. */
const JITTER = 0.1

export interface FailedAttempt {
  /** Attempts so far, including this one. */
  attempts: number
  /** Seconds that the endpoint asked for; null if it did not. */
  retryAfter: number | null
  /** From 0 to 1. */
  random: number
}

/** Seconds until the next attempt; null after the last one. */
export function retryDelay({ attempts, retryAfter, random }: FailedAttempt): number | null {
  const seconds = RETRY_SECONDS[attempts - 1]
  return seconds === undefined ? null : Math.max(retryAfter ?? 0, Math.round(seconds * (1 + JITTER * random)))
}
