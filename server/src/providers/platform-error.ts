import { HttpError, type Sent } from './http-error.ts'

/**
 * Why a request to a platform failed. `account`: it no longer accepts the token or grant. `client`: it rejects the key pair. `wait`: rate
 * limited. `down`: no valid response, which says nothing about the account. `refused`: everything else.
 */
export type PlatformFault = 'account' | 'client' | 'wait' | 'down' | 'refused'

interface PlatformFacts {
  fault: PlatformFault
  status: number
  code: string
  retryAfterSeconds?: number | null
  /** Defaults to `maybe`. */
  sent?: Sent
}

/** A failed request to a platform. Never contains the platform's own message, which is localised and may quote parameters and keys. */
export class PlatformError extends Error {
  readonly fault: PlatformFault
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** The platform's error code, or ours if it sent none. */
  readonly code: string
  /** Seconds until a retry, if the platform said. */
  readonly retryAfterSeconds: number | null
  /** `answered` only for a complete response in the platform's own form, or any 429. */
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

/** The fault that a status alone indicates, in a response in the platform's own form. */
export function faultOfStatus(status: number): PlatformFault {
  if (status === 401) return 'account'
  if (status === 429) return 'wait'
  return status >= 500 ? 'down' : 'refused'
}

/** A response that isn't in the platform's own form, perhaps a proxy's. Only 429 means that nothing was done (RFC 6585). */
export function formlessFault(status: number): { fault: PlatformFault; sent: Sent } {
  return status === 429 ? { fault: 'wait', sent: 'answered' } : { fault: 'down', sent: 'maybe' }
}

/** Error codes are short words and numbers; anything else is replaced by `otherwise`. */
export function machineCode(value: unknown, otherwise: string): string {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[\w.-]{1,60}$/.test(text) ? text : otherwise
}

/** Converts HttpError to PlatformError. The caller's abort reason passes through. */
export async function asPlatformError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    if (!(thrown instanceof HttpError)) throw thrown
    throw new PlatformError({ fault: 'down', status: 0, code: thrown.fault, sent: thrown.sent }, { cause: thrown })
  }
}
