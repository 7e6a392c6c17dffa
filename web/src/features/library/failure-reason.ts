import { toApiError } from '../../api/api-error.ts'

/** The error's message, or the fallback for an internal error. */
export function reason(thrown: unknown, fallback?: string): string | undefined {
  const error = toApiError(thrown)
  return error.code === 'INTERNAL' ? fallback : error.message
}
