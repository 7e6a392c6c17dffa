import type { IncomingMessage } from 'node:http'
import { APIError } from 'better-auth/api'
import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { AppError, type ErrorBody, type ErrorCode } from '@ninesixteen/shared/errors'
import { outageError } from '../storage/outage-error.ts'
import type { AppEnv } from './app-env.ts'

/** A database that restarts is back in about this time. */
const UNAVAILABLE_SECONDS = 2
/** Too much came at once, or a user or visitors reached their limit: for the operator to know, and no fault with a place in the code. */
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

/** Whatever was thrown as an error of the table. What is not one of them says nothing but INTERNAL to the outside. */
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

/** Server errors go to the log with the request's id; the answer carries the same id in its header. */
export function logServerError(log: Logger, error: AppError, requestId: string): void {
  const { code, status, cause } = error
  if (EXPECTED.includes(code)) log.warn({ requestId, code }, 'A request was refused, because a limit was reached')
  else if (status >= 500) log.error({ requestId, code, err: cause ?? error }, 'A request failed')
}

/** When to try again, where that is known. */
export function retryHeaders(error: AppError): Record<string, string> {
  const seconds = error.details['seconds'] ?? (error.status === 503 ? UNAVAILABLE_SECONDS : undefined)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}

/** The rest of a body that is too large is not read: the connection ends with the answer, and says so. */
function closingHeaders({ status }: AppError, { complete }: IncomingMessage): Record<string, string> {
  return status === 413 && !complete ? { connection: 'close' } : {}
}

function isSenderGone({ destroyed, complete }: IncomingMessage): boolean {
  return destroyed && !complete
}

export function onError(log: Logger): ErrorHandler<AppEnv> {
  return (thrown, c) => {
    // Whatever failed for want of a body whose sender has gone: nobody reads the answer, and nothing is wrong here.
    const error = isSenderGone(c.env.incoming) ? new AppError('CLIENT_GONE', {}, { cause: thrown }) : appError(thrown)
    logServerError(log, error, c.get('requestId'))
    // 499 and 507 are in the table, though not in the framework's list of statuses.
    return c.json(errorBody(error), error.status as ContentfulStatusCode, {
      ...retryHeaders(error),
      ...closingHeaders(error, c.env.incoming),
    })
  }
}
