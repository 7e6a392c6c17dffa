import { HttpError } from '../providers/http-error.ts'
import { asPlatformError, PlatformError } from '../providers/platform-error.ts'

/** Limits of one request. */
export interface CallLimits {
  /** Aborts the request; the error then says whether anything was sent. */
  signal?: AbortSignal
  /** A shorter timeout than the usual one, in milliseconds. */
  ms?: number
}

/** Runs one request of a posting client. Throws only PlatformError, with the code `aborted` or `timeout` if the caller gave up. */
export async function postingCall<T>({ signal, ms }: CallLimits, call: (signal: AbortSignal | null) => Promise<T>): Promise<T> {
  const timeout = ms === undefined ? undefined : AbortSignal.timeout(ms)
  const signals = [signal, timeout].filter((one) => one !== undefined)
  const either = signals.length === 0 ? null : AbortSignal.any(signals)
  try {
    return await asPlatformError(call(either))
  } catch (thrown) {
    if (!either?.aborted) throw thrown
    const sent = thrown instanceof PlatformError || thrown instanceof HttpError ? thrown.sent : 'maybe'
    // The response arrived before the caller gave up.
    if (sent === 'answered') throw thrown
    throw new PlatformError({ fault: 'down', status: 0, code: signal?.aborted ? 'aborted' : 'timeout', sent }, { cause: thrown })
  }
}
