import type { Failure } from './failure.ts'

/** Attempts in all. */
export const ATTEMPTS_MAX = 3
/** The user is watching: report a longer wait instead of waiting. */
const PATIENCE_MS = 8_000
const FIRST_PAUSE_MS = { soon: 500, later: 2_000 } as const

/** Milliseconds until the next attempt; null to give up. `attempt` counts from 1, `random` returns 0 up to 1. */
export function retryPause(failure: Pick<Failure, 'retry' | 'afterMs'>, attempt: number, random: () => number): number | null {
  if (failure.retry === 'never' || attempt >= ATTEMPTS_MAX) return null
  const pause = failure.afterMs ?? FIRST_PAUSE_MS[failure.retry] * 2 ** (attempt - 1) * (1 - random() / 4)
  return pause <= PATIENCE_MS ? pause : null
}
