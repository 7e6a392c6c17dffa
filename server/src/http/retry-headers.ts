import type { AppError } from '@ninesixteen/shared/errors'

/** A database that restarts is back in about this time. */
const UNAVAILABLE_SECONDS = 2

/** Retry-After, where known. */
export function retryHeaders(error: AppError): Record<string, string> {
  const seconds = error.details['seconds'] ?? (error.status === 503 ? UNAVAILABLE_SECONDS : undefined)
  return seconds === undefined ? {} : { 'retry-after': String(seconds) }
}
