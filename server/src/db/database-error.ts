/** SQLSTATE classes and codes, and codes of the socket, which say that the database cannot be reached now. */
const UNREACHABLE = /^(08|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/
/** A Unix socket that is not there, as opposed to any other missing file. */
const SOCKET_GONE = /connect ENOENT/
/** The driver's own errors carry no code. */
const DRIVER_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Query read timeout/

/** A statement (57014), a lock (55P03) or a pause in a transaction (25P03) took longer than the pool allows. */
const TOO_LONG: ReadonlySet<string> = new Set(['57014', '55P03', '25P03'])

/** The query builder wraps what the driver throws, at times twice. */
function* chain(error: unknown): Iterable<Error & { code?: unknown; constraint?: unknown }> {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) yield at
}

/** What the driver or the database said, without the statement that the query builder puts before it. */
export function reasonOf(error: unknown): string {
  const said = [...chain(error)].at(-1)
  return said ? said.message || said.name : String(error)
}

/** No connection could be had: the database is away, refuses us, or too many wait for it. */
export class NoConnection extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NoConnection'
  }
}

/** True when the connection itself is gone, or nothing has come over it for too long. */
export function isConnectionLost(error: unknown): boolean {
  for (const { code, message, name } of chain(error)) {
    if (name === 'NoConnection' || (typeof code === 'string' && UNREACHABLE.test(code))) return true
    if (SOCKET_GONE.test(message) || DRIVER_TEXT.test(message)) return true
  }
  return false
}

/** True when a query failed because the database is down, has no connection left or takes too long, so that the same call may work in a moment. */
export function isDatabaseDown(error: unknown): boolean {
  // What it was away for comes first: nothing will work in a moment.
  if (isDatabaseFull(error)) return false
  if (isConnectionLost(error)) return true
  for (const { code } of chain(error)) if (typeof code === 'string' && TOO_LONG.has(code)) return true
  return false
}

/** The private database's disk is full: it was started for reading only, or is not back yet. */
export class DatabaseFull extends Error {
  readonly code = '53100'

  constructor(options: ErrorOptions) {
    super("The database's disk is full", options)
    this.name = 'DatabaseFull'
  }
}

/** True when a statement would have written where nothing may be written now (SQLSTATE 25006). */
export function isReadOnly(error: unknown): boolean {
  for (const { code } of chain(error)) if (code === '25006') return true
  return false
}

/** True when the database's disk is full (SQLSTATE 53100): reading works, nothing can be written. */
export function isDatabaseFull(error: unknown): boolean {
  for (const { code } of chain(error)) if (code === '53100') return true
  return false
}

/** A row that was just written names one that was to go, or two transactions waited for each other. */
const OVERTAKEN: ReadonlySet<string> = new Set(['23503', '40P01'])

/** True when work of somebody else came in between, so that the same transaction, begun anew, sees it and may succeed (SQLSTATE 23503, 40P01). */
export function isSerializationFailure(error: unknown): boolean {
  for (const { code } of chain(error)) if (typeof code === 'string' && OVERTAKEN.has(code)) return true
  return false
}

/** True when a row with this key was there already (SQLSTATE 23505), by the constraint of this name or by any. */
export function isUniqueViolation(error: unknown, byConstraint?: string): boolean {
  for (const { code, constraint } of chain(error))
    if (code === '23505' && (byConstraint === undefined || constraint === byConstraint)) return true
  return false
}
