import { AppError, ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import { MCP_PATH, PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/limits'
import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { retryHeaders } from '../retry-headers.ts'
import { PostsRejected } from '../../posts/preflight/require-publishable.ts'

/** Tells the author of a program how to fix an error. */
const SUGGESTIONS: Partial<Record<ErrorCode, string>> = {
  API_KEY_MISSING: 'Create a key under Settings, Profile, API keys.',
  API_KEY_UNKNOWN: 'Check the key, or create one under Settings, Profile, API keys.',
  API_KEY_REVOKED: 'Create a new key under Settings, Profile, API keys.',
  API_KEY_EXPIRED: 'Create a new key under Settings, Profile, API keys.',
  ACCESS_TOKEN_INVALID: 'Check the key. An app gets a new access token with its refresh token, or by connecting again.',
  API_KEY_SCOPE: 'Create a key with this scope under Settings, Profile, API keys.',
  API_KEY_COMPANY: 'Leave out the company, or use a key for all companies.',
  IDEMPOTENCY_KEY_REQUIRED: 'Send a new random value for each write, and the same one for its retries.',
  IDEMPOTENCY_KEY_REUSED: 'Send a new Idempotency-Key.',
  IDEMPOTENCY_KEY_RUNNING: 'Retry with the same Idempotency-Key to get the answer.',
  VERSION_CONFLICT: 'Read the slideshow again, apply your change to it, and send its ETag as If-Match.',
  VERSION_REQUIRED: 'Send the ETag of the slideshow as If-Match.',
  PROJECT_CHANGED: 'Read the slideshow again, or leave out the version.',
  RATE_LIMITED: 'Wait as long as Retry-After says.',
  POST_REFUSED: 'See "problems" for each account.',
  INVALID_INPUT: 'See the OpenAPI description for the fields of this endpoint.',
}

const fallback = (status: number): string => {
  if (status >= 500) return 'Retry later with the same Idempotency-Key. If it happens again, tell the operator the request id.'
  return 'Change the request. Repeating it as it is gives the same answer.'
}

/** Whether errors of this path are RFC 9457 problem documents. */
export function isForPrograms(path: string): boolean {
  return path.startsWith(`${PUBLIC_API_PREFIX}/`) || path === MCP_PATH
}

export const PROBLEM_TYPE = 'application/problem+json'

export interface ProblemParts {
  error: AppError
  /** Null for a request that was rejected before it got one. */
  requestId: string | null
}

/** An RFC 9457 problem document: `title` is the message, `detail` the suggestion. */
export function problemBody({ error, requestId }: ProblemParts) {
  const { code, status, message, details } = error
  return {
    type: `urn:ninesixteen:error:${code}`,
    title: message,
    status,
    detail: SUGGESTIONS[code] ?? fallback(status),
    code,
    ...(requestId !== null && { request_id: requestId }),
    ...(Object.keys(details).length > 0 && { details }),
    ...(error instanceof PostsRejected && { problems: error.problems.map(problemOfPost) }),
  }
}

function problemOfPost({ platform, code, severity, message, fix }: PostProblem) {
  return { platform, code, severity, message, fix }
}

export function problemResponse(parts: ProblemParts): Response {
  const { error } = parts
  const headers = { 'content-type': PROBLEM_TYPE, ...retryHeaders(error) }
  return new Response(JSON.stringify(problemBody(parts)), { status: error.status, headers })
}

/** The error code of a schema's message. */
export function codeOfMessage(message: string): ErrorCode | undefined {
  const found = Object.entries(ERRORS).find(([, [status, text]]) => status === 400 && text === message)
  return found && (found[0] as ErrorCode)
}
