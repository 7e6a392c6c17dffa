/** A moment, in milliseconds since 1970 by the database's clock, and by this process's steady clock. */
interface Seen {
  at: number
  steady: number
}

let seen: Seen | null = null

/** Notes what the database's clock shows at this moment, in milliseconds since 1970. */
export function seeDatabaseTime(at: number): void {
  seen = { at, steady: performance.now() }
}

/**
 * Milliseconds since 1970, by the one clock that all processes of an instance share; this machine's own until the database was asked. For whatever
 * another process or a provider compares with its clock: signatures, their age, and expiries.
 */
export function databaseNow(): number {
  return seen === null ? Date.now() : seen.at + performance.now() - seen.steady
}
