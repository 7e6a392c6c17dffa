import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { PlatformError } from '../providers/platform-error.ts'

/** Seconds to wait if the platform sends no Retry-After. */
const DEFAULT_WAIT_SECONDS = 60

/** Error codes in plain words; any other code is shown as it is. */
const WORDS: Record<string, string> = {
  invalid_grant: 'the code or token was already used, has expired or was revoked',
  invalid_client: 'the client key or secret is wrong',
  invalid_request: 'it rejected the request; the redirect URI may not be registered',
  invalid_scope: 'a requested permission is not granted to this client',
  unauthorized_client: 'this client is not allowed to do that',
  access_denied: 'access was denied',
  access_token_invalid: 'the token is no longer accepted',
  server_error: 'it had an internal error',
  internal_error: 'it had an internal error',
  temporarily_unavailable: 'it is temporarily unavailable',
  rate_limit_exceeded: 'it is limiting requests',
  scope_not_authorized: 'a required permission was not granted',
  credentials_refused: 'the key or secret is wrong',
  verifier_refused: 'the verifier is wrong',
  no_error_code: 'its response was invalid',
  unreadable_answer: 'its response was invalid',
  unreachable: 'it cannot be reached',
  timeout: 'it did not respond in time',
  'broken-off': 'the connection was interrupted',
  'too-large': 'its response was too large',
  redirected: 'it redirected the request',
}

/** Describes an error without the platform's own message, which may quote keys. */
export function faultText(error: PlatformError): string {
  return WORDS[error.code] ?? error.code
}

/** An error of a sign-in step: the specification's sentence with status and reason. */
export function stepError(thrown: unknown, code: ErrorCode): unknown {
  if (!(thrown instanceof PlatformError)) return thrown
  const status = thrown.status === 0 ? 'no response' : thrown.status
  return new AppError(code, { status, error: faultText(thrown) }, { cause: thrown })
}

/** An error of any other request, with what the user can do. */
export function platformAppError(thrown: unknown, { label, otherwise }: { label: string; otherwise: ErrorCode }): unknown {
  if (!(thrown instanceof PlatformError)) return thrown
  const options = { cause: thrown }
  switch (thrown.fault) {
    case 'client':
      return new AppError('PLATFORM_CLIENT_REFUSED', { platform: label }, options)
    case 'wait':
      return new AppError('PLATFORM_BUSY', { platform: label, seconds: thrown.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS }, options)
    case 'down':
      return new AppError('PLATFORM_UNREACHABLE', { platform: label }, options)
    case 'account':
    case 'refused':
      return stepError(thrown, otherwise)
    default:
      return thrown.fault satisfies never
  }
}
