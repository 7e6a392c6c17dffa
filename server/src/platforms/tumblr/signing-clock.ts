import { databaseNow } from '../../database-clock.ts'

/** By how much a clock may differ before it is taken for the reason of a refusal, in seconds: far less than platforms allow. */
const APART_MAX = 60

/** By how much Tumblr's clock is ahead of the database's, in seconds; 0 until a refusal showed otherwise. */
let ahead = 0

/** Seconds since 1970, for a signature. */
export function signingTime(): number {
  return Math.floor(databaseNow() / 1000) + ahead
}

/**
 * What Tumblr refuses because of its time looks like what it refuses because of the account. Its answer says what time it is there: later signatures
 * bear that, and the account, which is asked for once more before it is given up, is found to be well.
 */
export function learnTime({ status, headers }: Response): void {
  if (status !== 401) return
  const there = Date.parse(headers.get('date') ?? '') / 1000
  const apart = Math.round(there - signingTime())
  if (Math.abs(apart) > APART_MAX) ahead += apart
}
