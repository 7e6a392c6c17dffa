/** An error that a user saw. */
export interface UserError {
  /** The user's action. */
  action: string
  /** Start and failure of the action, in milliseconds of this process. */
  startedAt: number
  at: number
  /** 0 without a response, when the page itself says that the server cannot be reached. */
  status: number
  /** The displayed message; null if the response had none. */
  message: string | null
}

/** Users' actions, acknowledged writes, and errors. */
export interface Record {
  errors: UserError[]
  /** Number of acknowledged actions, by action. */
  done: Map<string, number>
  /** Start and acknowledgement of each write. */
  acknowledged: { startedAt: number; at: number }[]
}

export function createRecord(): Record {
  return { errors: [], done: new Map(), acknowledged: [] }
}

export function recordDone(record: Record, action: string, startedAt: number): void {
  record.done.set(action, (record.done.get(action) ?? 0) + 1)
  record.acknowledged.push({ startedAt, at: performance.now() })
}

/** Message of an error response. */
interface ErrorResponse {
  status: number
  body: unknown
}

export function recordErrorResponse(
  record: Record,
  { action, startedAt }: Pick<UserError, 'action' | 'startedAt'>,
  { status, body }: ErrorResponse,
): void {
  record.errors.push({ action, startedAt, at: performance.now(), status, message: errorMessageOf(body) })
}

/** Records a lost connection, for which the page has its own message. */
export function recordConnectionError(
  record: Record,
  { action, startedAt }: Pick<UserError, 'action' | 'startedAt'>,
  error: unknown,
): void {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  record.errors.push({ action, startedAt, at: performance.now(), status: 0, message: `(no answer: ${cause})` })
}

/** The message of an error of the product; null for INTERNAL, which is unexpected and suggests no action. */
export function errorMessageOf(body: unknown): string | null {
  const error = isObject(body) ? body['error'] : null
  if (!isObject(error) || error['code'] === 'INTERNAL' || typeof error['message'] !== 'string') return null
  return error['message']
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}
