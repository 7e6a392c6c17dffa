import { toApiError } from '../../api/api-error.ts'

/** Why it failed, where that says more than the sentence it follows. */
export function reason(cause: unknown, fallback?: string): string | undefined {
  const error = toApiError(cause)
  return error.code === 'INTERNAL' ? fallback : error.message
}
