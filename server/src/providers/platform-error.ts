import { HttpError, type Sent } from './http-error.ts'

/**
 * What a failed call to a platform means for us: `account` the token or grant is no longer accepted, `client` the key pair is
 * refused, `wait` too many calls, `down` no answer or a broken one (the account may be fine), `refused` everything else.
 */
export type PlatformFault = 'account' | 'client' | 'wait' | 'down' | 'refused'

interface PlatformFacts {
  fault: PlatformFault
  status: number
  code: string
  retryAfterSeconds?: number | null
  /** `maybe` when not said. */
  sent?: Sent
}

/** A failed call to a platform. The platform's own words stay out: they are localised, and may quote parameters and keys. */
export class PlatformError extends Error {
  readonly fault: PlatformFault
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** The platform's machine code, or ours where it gave none. */
  readonly code: string
  /** Seconds until it makes sense to ask again, where the platform said. */
  readonly retryAfterSeconds: number | null
  /** `answered` only where a whole answer in the platform's own form was read, or a 429 in any. */
  readonly sent: Sent

  constructor(facts: PlatformFacts, options?: ErrorOptions) {
    super(`${facts.status} - ${facts.code}`, options)
    this.name = 'PlatformError'
    this.fault = facts.fault
    this.status = facts.status
    this.code = facts.code
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.sent = facts.sent ?? 'maybe'
  }
}

/** An answer that is not in the platform's own form. Only 429 says whatever sent it: that the call was not let in (RFC 6585). */
export function formlessFault(status: number): { fault: PlatformFault; sent: Sent } {
  return status === 429 ? { fault: 'wait', sent: 'answered' } : { fault: 'down', sent: 'maybe' }
}

/** Machine codes are short words and numbers; anything else is not repeated. */
export function machineCode(value: unknown, otherwise: string): string {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : otherwise
}

/** Faults of the way to the platform as errors of the platform; an abort by the caller stays what it is. */
export async function asPlatformError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    if (!(thrown instanceof HttpError)) throw thrown
    throw new PlatformError({ fault: 'down', status: 0, code: thrown.fault, sent: thrown.sent }, { cause: thrown })
  }
}
