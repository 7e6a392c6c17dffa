import type { Context } from 'hono'
import type { RecordedEnv } from '../kit/recorded.ts'
import type { Refusal } from '../kit/faults.ts'

/** Status and message of Drive's error reasons. */
const REASONS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  required: [400, 'A required parameter is missing.'],
  badRequest: [400, 'Bad Request'],
  invalid: [400, 'Invalid Value'],
  parseError: [400, 'Parse Error'],
  authError: [401, 'Invalid Credentials'],
  dailyLimitExceeded: [403, 'Daily Limit Exceeded'],
  userRateLimitExceeded: [403, 'User Rate Limit Exceeded'],
  storageQuotaExceeded: [403, "The user's Drive storage quota has been exceeded."],
  insufficientPermissions: [403, 'Insufficient Permission: Request had insufficient authentication scopes.'],
  appNotAuthorizedToFile: [403, 'The user has not granted the app access to the file.'],
  notFound: [404, 'File not found.'],
  fileIdInUse: [409, 'A file already exists with the provided ID.'],
  rateLimitExceeded: [429, 'Rate Limit Exceeded'],
  backendError: [500, 'Internal Error'],
}

/** The default reason of a status. */
const REASON_OF: Readonly<Record<string, string>> = {
  '401': 'authError',
  '403': 'userRateLimitExceeded',
  '429': 'rateLimitExceeded',
  '500': 'backendError',
  '503': 'backendError',
}

export interface Failure {
  message?: string
  status?: number
  /** The parameter or header that is wrong. */
  location?: { name: string; type: 'parameter' | 'header' }
  headers?: Record<string, string>
}

/** An error in the shape of Drive v3. */
export function failed(reason: string, { message, status, location, headers }: Failure = {}): Response {
  const [defaultStatus, defaultMessage] = REASONS[reason] ?? [400, reason]
  const code = status ?? defaultStatus
  const text = message ?? defaultMessage
  const domain = /LimitExceeded|QuotaExceeded/.test(reason) ? 'usageLimits' : 'global'
  const locationFields = location && { location: location.name, locationType: location.type }
  const body = { error: { code, message: text, errors: [{ message: text, domain, reason, ...locationFields }] } }
  return Response.json(body, { status: code, ...(headers && { headers }) })
}

/** No token, an unknown one, or one that ended: all look the same. */
export function unauthorized(): Response {
  return failed('authError', {
    location: { name: 'Authorization', type: 'header' },
    headers: { 'www-authenticate': 'Bearer realm="https://accounts.google.com/", error="invalid_token"' },
  })
}

/** An error of the token endpoint, which is flat. */
export function oauthFailed(error: string, description: string, status = 400): Response {
  return Response.json({ error, error_description: description }, { status })
}

/** The response to an injected fault. */
export function refusedByFault(c: Context<RecordedEnv>, fault: Refusal): Response {
  const isOauth = c.req.path.includes('/google/oauth2/')
  if (fault.kind === 'error') {
    return isOauth ? oauthFailed(fault.code, 'Asked for by a fault switch.', fault.status) : failed(fault.code, { status: fault.status })
  }
  if (isOauth) return oauthFailed('internal_failure', 'Asked for by a fault switch.', Number(fault.kind))
  if (fault.kind === '401') return unauthorized()
  const headers: Record<string, string> =
    fault.kind === '429' && fault.retryAfter !== undefined ? { 'retry-after': String(fault.retryAfter) } : {}
  return failed(REASON_OF[fault.kind] ?? 'backendError', { status: Number(fault.kind), headers })
}
