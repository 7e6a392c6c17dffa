import { faultOfStatus, PlatformError } from '../platform-error.ts'
import { retryAfter } from '../read-response.ts'

/** The error of a response that isn't ok. */
export function refusal(response: Response, { isKey }: { isKey: boolean }): PlatformError {
  const { status } = response
  // Pixabay says the rest of its window in a header of its own.
  const reset = Number(response.headers.get('x-ratelimit-reset') ?? Number.NaN)
  const retryAfterSeconds = retryAfter(response) ?? (reset > 0 && reset <= 3600 ? Math.ceil(reset) : null)
  return new PlatformError({ fault: isKey ? 'client' : faultOfStatus(status), status, code: `status-${status}`, retryAfterSeconds })
}
