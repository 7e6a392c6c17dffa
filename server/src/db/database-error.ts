/** SQLSTATE classes and codes, and socket error codes, for an unreachable database. */
const UNREACHABLE = /^(08|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/
/** A missing Unix socket, as opposed to any other missing file. */
const SOCKET_GONE = /connect ENOENT/
/** The driver's own errors have no code. */
const DRIVER_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout/

/** Timeouts of the pool: statement (57014), lock (55P03), idle in transaction (25P03). */
const TOO_LONG: ReadonlySet<string> = new Set(['57014', '55P03', '25P03'])

/** The query builder wraps the driver's errors, sometimes twice. */
function* chain(error: unknown): Iterable<Error & { code?: unknown; constraint?: unknown }> {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) yield at
}

/** The driver's or database's message, without the statement that the query builder prepends. */
export function reasonOf(error: unknown): string {
  const innermost = [...chain(error)].at(-1)
  return innermost ? innermost.message || innermost.name : String(error)
}

/** No connection available: the database is down or refuses us, or the pool's queue is full. */
export class NoConnection extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NoConnection'
  }
}

/** Whether the connection is lost, or has been silent for too long. */
export function isConnectionLost(error: unknown): boolean {
  for (const { code, message, name } of chain(error)) {
    if (name === 'NoConnection' || (typeof code === 'string' && UNREACHABLE.test(code))) return true
    if (SOCKET_GONE.test(message) || DRIVER_TEXT.test(message)) return true
  }
  return false
}

/** Whether a query failed because the database is down, has no free connection or takes too long, so that a retry may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  // A full disk takes precedence: a quick retry won't succeed.
  if (isDatabaseFull(error)) return false
  if (isConnectionLost(error)) return true
  for (const { code } of chain(error)) if (typeof code === 'string' && TOO_LONG.has(code)) return true
  return false
}

/** The embedded database's disk is full: the database is read-only or not back yet. */
export class DatabaseFull extends Error {
  readonly code = '53100'

  constructor(options: ErrorOptions) {
    super("The database's disk is full", options)
    this.name = 'DatabaseFull'
  }
}

/** Whether a statement tried to write in a read-only transaction (SQLSTATE 25006). */
export function isReadOnly(error: unknown): boolean {
  for (const { code } of chain(error)) if (code === '25006') return true
  return false
}

/** Whether the database's disk is full (SQLSTATE 53100): reads work, writes don't. */
export function isDatabaseFull(error: unknown): boolean {
  for (const { code } of chain(error)) if (code === '53100') return true
  return false
}

/** Foreign key violation by a concurrent delete, and deadlock. */
const OVERTAKEN: ReadonlySet<string> = new Set(['23503', '40P01'])

/** Whether a concurrent transaction got in the way, so that a retry of the same transaction may succeed (SQLSTATE 23503, 40P01). */
export function isSerializationFailure(error: unknown): boolean {
  for (const { code } of chain(error)) if (typeof code === 'string' && OVERTAKEN.has(code)) return true
  return false
}

/** Whether a row refers to a user who was deleted meanwhile (SQLSTATE 23503). */
export function isUserMissing(error: unknown): boolean {
  for (const { code, constraint } of chain(error))
    if (code === '23503' && typeof constraint === 'string' && constraint.endsWith('_users_id_fk')) return true
  return false
}

/** Whether a unique constraint was violated (SQLSTATE 23505), by default any. */
export function isUniqueViolation(error: unknown, byConstraint?: string): boolean {
  for (const { code, constraint } of chain(error))
    if (code === '23505' && (byConstraint === undefined || constraint === byConstraint)) return true
  return false
}
