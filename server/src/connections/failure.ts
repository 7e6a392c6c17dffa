import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { PlatformError } from '../providers/platform-error.ts'

/** Seconds a person is told to wait when the platform names none. */
const DEFAULT_WAIT_SECONDS = 60

/** What the codes mean, for a person; any other stands for itself. */
const WORDS: Record<string, string> = {
  invalid_grant: 'the code or token was used already, is too old, or was taken back',
  invalid_client: 'the client key or secret is not right',
  invalid_request: 'the request was not accepted; the redirect address may not be registered',
  invalid_scope: 'a permission that was asked for is not granted to this client',
  unauthorized_client: 'this client may not do that',
  access_denied: 'access was denied',
  access_token_invalid: 'the token is no longer accepted',
  server_error: 'it has a fault of its own',
  internal_error: 'it has a fault of its own',
  temporarily_unavailable: 'it is not available for a while',
  rate_limit_exceeded: 'it takes no more calls for a while',
  scope_not_authorized: 'a permission that is needed was not given',
  credentials_refused: 'the key or secret is not right',
  verifier_refused: 'the verifier is not right',
  no_error_code: 'the answer made no sense',
  unreadable_answer: 'the answer made no sense',
  unreachable: 'it cannot be reached',
  timeout: 'it did not answer in time',
  'broken-off': 'the connection broke off',
  'too-large': 'it sent more than any answer holds',
  redirected: 'it sent the call elsewhere',
}

/** What went wrong, in words of ours: the platform's own may quote keys. */
export function faultWords(error: PlatformError): string {
  return WORDS[error.code] ?? error.code
}

/** A failed step of the specification: its own sentence with the status and the reason. */
export function stepError(thrown: unknown, code: ErrorCode): unknown {
  if (!(thrown instanceof PlatformError)) return thrown
  const status = thrown.status === 0 ? 'no answer' : thrown.status
  return new AppError(code, { status, error: faultWords(thrown) }, { cause: thrown })
}

/** Any other failed call: what it means, and what helps. */
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
