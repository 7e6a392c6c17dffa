import type { ErrorCode, ErrorDetails } from '@ninesixteen/shared/errors'

/** Codes of the server's table, and the two that only a browser can know. */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'CANCELLED'

/** What any failed call throws: a stable code, the HTTP status (0 when nothing was reached) and a text a person may read. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly details: ErrorDetails
  /** Data of the error beside its words, such as the server's project on VERSION_CONFLICT. Parsed by who expects it. */
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

const OFFLINE_TEXT = 'The server cannot be reached. Check your connection; nothing you typed is lost.'
const UNKNOWN_TEXT = 'Something went wrong on the server. Nothing you typed is lost; please try again.'

const PAGE_TEXT = 'Something went wrong in this page. Nothing you typed is lost; please try again.'
/**
 * A fetch that reaches nobody, or whose answer breaks off, rejects with a TypeError in every browser, in words of its own: Chromium's, Firefox's,
 * Safari's, those of parts of the page and of our uploads. Every other TypeError is a fault of the page.
 */
const REACHED_NOBODY =
  /fetch|network ?error|error in input stream|load failed|network connection was lost|dynamically imported module|module script|cannot be loaded|reached nobody/i

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const PROXY_LIMIT_TEXT =
  'This is too large for the proxy in front of the server. The operator of this server has to allow larger uploads there.'

/**
 * Reads the error body `{error: {code, message, details}}`; anything else becomes INTERNAL. A 413 in other words than ours is that of a proxy:
 * nginx stops at 1 MB unless it is told otherwise.
 */
export function errorFromBody(body: unknown, status: number): ApiError {
  const isOurs = isRecord(body) && isRecord(body['error'])
  if (!isOurs && status === 413) return new ApiError({ code: 'BODY_TOO_LARGE', status, message: PROXY_LIMIT_TEXT })
  const error = isOurs ? (body['error'] as Record<string, unknown>) : {}
  return new ApiError({
    // The table of codes is the server's; an unknown one is kept as it is and handled by its status.
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

/** What nobody expected has its place in the server's log, which the person can name to whoever runs the server. */
function withReference(error: ApiError, id: string | null): ApiError {
  if (error.code !== 'INTERNAL' || id === null) return error
  const { code, status, details, data } = error
  return new ApiError({ code, status, details, data, message: `${error.message} Reference: ${id}` })
}

/** Any thrown value as an ApiError. */
export function toApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (cause instanceof DOMException && cause.name === 'AbortError')
    return new ApiError({ code: 'CANCELLED', status: 0, message: 'Cancelled' })
  if (cause instanceof TypeError) {
    if (REACHED_NOBODY.test(cause.message)) return new ApiError({ code: 'OFFLINE', status: 0, message: OFFLINE_TEXT })
    return new ApiError({ code: 'INTERNAL', status: 500, message: PAGE_TEXT })
  }
  return new ApiError({ code: 'INTERNAL', status: 500, message: cause instanceof Error ? cause.message : UNKNOWN_TEXT })
}

/** The words of a failure, whatever was thrown; 'Unknown error' when it has none. */
export function errorText(cause: unknown): string {
  return toApiError(cause).message || 'Unknown error'
}
