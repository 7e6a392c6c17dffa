import type { Context } from 'hono'
import type { RecordedEnv } from '../kit/recorded.ts'
import type { Refusal } from '../kit/faults.ts'

/** Status and message of every error outside of OAuth. A status of 200 is deliberate: some refusals have it. */
const ERRORS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  access_token_invalid: [401, 'The access token is invalid or not found in the request.'],
  scope_not_authorized: [401, 'The user did not authorize the scope required for completing this request.'],
  scope_permission_missed: [400, 'The app does not have the scope that this request needs.'],
  invalid_params: [400, 'One or more fields in the request are invalid.'],
  invalid_param: [400, 'One or more fields in the request are invalid.'],
  invalid_publish_id: [400, 'The publish_id does not exist.'],
  token_not_authorized_for_specified_publish_id: [400, 'The access token belongs to someone else than the publish_id.'],
  publish_not_cancellable: [400, 'It is too late to cancel this post.'],
  app_version_check_failed: [400, "The user's app is too old."],
  spam_risk_too_many_posts: [403, 'The daily post cap of this user is reached.'],
  spam_risk_too_many_pending_share: [403, 'Too many unfinished drafts within 24 hours.'],
  spam_risk_user_banned_from_posting: [403, 'This user is banned from posting.'],
  reached_active_user_cap: [403, 'The daily quota of people of this app is reached.'],
  unaudited_client_can_only_post_to_private_accounts: [403, 'Apps that were not audited post to private accounts only.'],
  url_ownership_unverified: [403, 'The ownership of the URL is not verified.'],
  privacy_level_option_mismatch: [403, 'The privacy level is not one of the options of this user.'],
  rate_limit_exceeded: [429, 'The API rate limit is exceeded.'],
  internal_error: [500, 'Something went wrong on our side.'],
}

/** The platform's own number of a request, which support asks for. */
export function logId(c: Context<RecordedEnv>): string {
  return `20250101000000SANDBOX${String(c.get('entry').id).padStart(6, '0')}`
}

export function ok(c: Context<RecordedEnv>, data: unknown): Response {
  return Response.json({ data, error: { code: 'ok', message: '', log_id: logId(c) } })
}

export interface Failure {
  message?: string
  status?: number
  headers?: Record<string, string>
}

export function failed(c: Context<RecordedEnv>, code: string, { message, status, headers }: Failure = {}): Response {
  const [defaultStatus, defaultMessage] = ERRORS[code] ?? [400, 'The request failed.']
  return Response.json(
    { data: {}, error: { code, message: message ?? defaultMessage, log_id: logId(c) } },
    { status: status ?? defaultStatus, ...(headers && { headers }) },
  )
}

/**
 * An OAuth error, which is flat. The documents name no status: here `invalid_grant` has 200 and the others 400, to expose clients that check the
 * status first.
 */
export function oauthFailed(
  c: Context<RecordedEnv>,
  code: string,
  { message = '', status }: Pick<Failure, 'message' | 'status'>,
): Response {
  return Response.json(
    { error: code, error_description: message, log_id: logId(c) },
    { status: status ?? (code === 'invalid_grant' ? 200 : 400) },
  )
}

/** The response to an injected fault. */
export function refusedByFault(c: Context<RecordedEnv>, fault: Refusal): Response {
  const isOauth = c.req.path.includes('/v2/oauth/')
  const headers: Record<string, string> =
    fault.kind === '429' && fault.retryAfter !== undefined ? { 'retry-after': String(fault.retryAfter) } : {}
  if (fault.kind === 'error') {
    return isOauth
      ? oauthFailed(c, fault.code, { message: 'Asked for by a fault switch.', status: fault.status })
      : failed(c, fault.code, { status: fault.status })
  }
  const status = Number(fault.kind)
  if (isOauth) {
    const code = { 401: 'invalid_client', 403: 'access_denied', 500: 'server_error' }[status] ?? 'temporarily_unavailable'
    return oauthFailed(c, code, { message: 'Asked for by a fault switch.', status })
  }
  const code =
    { 401: 'access_token_invalid', 403: 'spam_risk_user_banned_from_posting', 429: 'rate_limit_exceeded' }[status] ?? 'internal_error'
  return failed(c, code, { status, headers })
}
