import { databaseNow } from '../../database-clock.ts'

/** Clock difference from which a 401 is attributed to it, in seconds: far below what platforms tolerate. */
const APART_MAX = 60

/** Seconds that Tumblr's clock is ahead of the database's; 0 until a 401 shows otherwise. */
let ahead = 0

/** Seconds since 1970, for a signature. */
export function signingTime(): number {
  return Math.floor(databaseNow() / 1000) + ahead
}

/**
 * A wrong timestamp causes the same 401 as a revoked account. This learns Tumblr's time from the response, so that the check that follows a
 * 401 succeeds and the account stays connected.
 */
export function learnTime({ status, headers }: Response): void {
  if (status !== 401) return
  const there = Date.parse(headers.get('date') ?? '') / 1000
  const apart = Math.round(there - signingTime())
  if (Math.abs(apart) > APART_MAX) ahead += apart
}
