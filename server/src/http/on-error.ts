import type { IncomingMessage } from 'node:http'
import { APIError } from 'better-auth/api'
import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { AppError, type ErrorBody, type ErrorCode } from '@ninesixteen/shared/errors'
import { outageError } from '../storage/outage-error.ts'
import type { AppEnv } from './app-env.ts'
import { isForPrograms, PROBLEM_TYPE, problemBody } from './responses/problem.ts'
import { retryHeaders } from './retry-headers.ts'

/** Load or a reached limit: worth logging, but without a stack trace. */
const EXPECTED: readonly ErrorCode[] = [
  'BUSY',
  'VIDEO_BUSY',
  'STORAGE_QUOTA',
  'DEMO_FULL',
  'TRY_FULL',
  'KEEP_FULL',
  'DEMO_UNAVAILABLE',
  'TRY_UNAVAILABLE',
]

/** Maps any thrown value to an error of the table. Unknown errors become INTERNAL without details. */
export function appError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const outage = outageError(thrown)
  if (outage) return outage
  // The auth library hides a lost database behind its own 500.
  if (thrown instanceof APIError && thrown.statusCode >= 500) return new AppError('UNAVAILABLE', {}, { cause: thrown })
  if (thrown instanceof HTTPException && thrown.status === 404) return new AppError('NOT_FOUND', {}, { cause: thrown })
  return new AppError('INTERNAL', {}, { cause: thrown })
}

export function errorBody(error: AppError): ErrorBody {
  const { code, message, details } = error
  return { error: { code, message, ...(Object.keys(details).length > 0 && { details }) } }
}

/** Logs a server error with the request id, which the response's header repeats. */
export function logServerError(log: Logger, error: AppError, requestId: string): void {
  const { code, status, cause } = error
  if (EXPECTED.includes(code)) log.warn({ requestId, code }, 'Request rejected by a limit')
  else if (status >= 500) log.error({ requestId, code, err: cause ?? error }, 'Request failed')
}

/** Doesn't read the rest of a body that is too large: the connection closes with the response. */
function closingHeaders({ status }: AppError, { complete }: IncomingMessage): Record<string, string> {
  return status === 413 && !complete ? { connection: 'close' } : {}
}

function isClientGone({ destroyed, complete }: IncomingMessage): boolean {
  return destroyed && !complete
}

export function onError(log: Logger): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    // An error after the client disconnected isn't a fault, and no one reads the response.
    const error = isClientGone(c.env.incoming) ? new AppError('CLIENT_GONE', {}, { cause: thrown }) : appError(thrown)
    const requestId = c.get('requestId')
    logServerError(log, error, requestId)
    const headers = { ...retryHeaders(error), ...closingHeaders(error, c.env.incoming) }
    // 499 and 507 are missing in the framework's list of statuses.
    const status = error.status as ContentfulStatusCode
    if (!isForPrograms(c.req.path)) return c.json(errorBody(error), status, headers)
    const challenge = error.status === 401 && c.get('challenge')
    const own = { 'content-type': PROBLEM_TYPE, ...(challenge && { 'www-authenticate': challenge }) }
    return c.body(JSON.stringify(problemBody({ error, requestId })), status, { ...headers, ...own })
  }
}
