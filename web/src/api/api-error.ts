import type { ErrorCode, ErrorDetails } from '@ninesixteen/shared/errors'

/** The server's codes, and two that only the browser can know. */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'CANCELLED'

/** Thrown by every failed request: a stable code, the HTTP status (0 without a response) and a message for the user. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly details: ErrorDetails
  /** Data next to the message, such as the server's project on VERSION_CONFLICT. The caller parses it. */
  readonly data: unknown

  constructor(init: { code: ApiErrorCode; status: number; message: string; details?: ErrorDetails; data?: unknown }) {
    super(init.message)
    this.name = 'ApiError'
    this.code = init.code
    this.status = init.status
    this.details = init.details ?? {}
    this.data = init.data
  }
}

const OFFLINE_TEXT = "We can't reach the server. Check your connection; nothing you typed is lost."
const UNKNOWN_TEXT = 'Something went wrong on the server. Nothing you typed is lost; please try again.'

const PAGE_TEXT = 'Something went wrong on this page. Nothing you typed is lost; please try again.'
/**
 * Messages of the TypeError with which fetches, chunk loads and our uploads fail without a connection, in Chromium, Firefox and Safari. Every
 * other TypeError is a bug of the page.
 */
const CONNECTION_LOST =
  /fetch|network ?error|error in input stream|load failed|network connection was lost|dynamically imported module|module script|cannot be loaded|upload failed/i

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const PROXY_LIMIT_TEXT = 'This is too large for the proxy in front of the server. The operator needs to allow larger uploads there.'

/**
 * Reads the error body `{error: {code, message, details}}`; anything else becomes INTERNAL. A 413 with another body is a proxy's: nginx's
 * default limit is 1 MB.
 */
export function errorFromBody(body: unknown, status: number): ApiError {
  const isOurs = isRecord(body) && isRecord(body['error'])
  if (!isOurs && status === 413) return new ApiError({ code: 'BODY_TOO_LARGE', status, message: PROXY_LIMIT_TEXT })
  const error = isOurs ? (body['error'] as Record<string, unknown>) : {}
  return new ApiError({
    // A code of a newer server stays as it is; callers handle it by its status.
    code: typeof error['code'] === 'string' ? (error['code'] as ErrorCode) : 'INTERNAL',
    status,
    message: typeof error['message'] === 'string' ? error['message'] : UNKNOWN_TEXT,
    details: isRecord(error['details']) ? (error['details'] as ErrorDetails) : {},
    data: error['data'] ?? error['details'],
  })
}

export async function errorFromResponse(response: Response): Promise<ApiError> {
  const text = await response.text()
  try {
    return withReference(errorFromBody(JSON.parse(text), response.status), response.headers.get('x-request-id'))
  } catch {
    return errorFromBody(null, response.status)
  }
}

/** Adds the request id of an unexpected error, by which the operator finds it in the server's log. */
function withReference(error: ApiError, id: string | null): ApiError {
  if (error.code !== 'INTERNAL' || id === null) return error
  const { code, status, details, data } = error
  return new ApiError({ code, status, details, data, message: `${error.message} Reference: ${id}` })
}

/** Converts any thrown value into an ApiError. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DOMException && error.name === 'AbortError')
    return new ApiError({ code: 'CANCELLED', status: 0, message: 'Cancelled' })
  if (error instanceof TypeError) {
    if (CONNECTION_LOST.test(error.message)) return new ApiError({ code: 'OFFLINE', status: 0, message: OFFLINE_TEXT })
    return new ApiError({ code: 'INTERNAL', status: 500, message: PAGE_TEXT })
  }
  return new ApiError({ code: 'INTERNAL', status: 500, message: error instanceof Error ? error.message : UNKNOWN_TEXT })
}

/** The message of any thrown value; 'Unknown error' when it has none. */
export function errorText(error: unknown): string {
  return toApiError(error).message || 'Unknown error'
}
