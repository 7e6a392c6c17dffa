/** A time in milliseconds since 1970 by the database's clock, and the matching value of this process's monotonic clock. */
interface Seen {
  at: number
  steady: number
}

let seen: Seen | null = null

/** Records the database's current time, in milliseconds since 1970. */
export function seeDatabaseTime(at: number): void {
  seen = { at, steady: performance.now() }
}

/**
 * Milliseconds since 1970 by the clock that all processes of an instance share; this machine's own until the first reading. Use it for
 * values that another process or a provider compares: signatures, their age, and expiries.
 */
export function databaseNow(): number {
  return seen === null ? Date.now() : seen.at + performance.now() - seen.steady
}
