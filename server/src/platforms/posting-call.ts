import { HttpError } from '../providers/http-error.ts'
import { asPlatformError, PlatformError } from '../providers/platform-error.ts'

/** How long a caller waits for one call. */
export interface CallLimits {
  /** Ends the call; what it threw then says whether anything was sent. */
  signal?: AbortSignal
  /** Milliseconds, where fewer than usual. */
  ms?: number
}

/** One call of a client that posts. Whatever goes wrong is a PlatformError, also when the caller gave up: `aborted`, or `timeout`. */
export async function postingCall<T>({ signal, ms }: CallLimits, call: (signal: AbortSignal | null) => Promise<T>): Promise<T> {
  const late = ms === undefined ? undefined : AbortSignal.timeout(ms)
  const ends = [signal, late].filter((one) => one !== undefined)
  const either = ends.length === 0 ? null : AbortSignal.any(ends)
  try {
    return await asPlatformError(call(either))
  } catch (thrown) {
    if (!either?.aborted) throw thrown
    const sent = thrown instanceof PlatformError || thrown instanceof HttpError ? thrown.sent : 'maybe'
    // An answer that came in time is one.
    if (sent === 'answered') throw thrown
    throw new PlatformError({ fault: 'down', status: 0, code: signal?.aborted ? 'aborted' : 'timeout', sent }, { cause: thrown })
  }
}
