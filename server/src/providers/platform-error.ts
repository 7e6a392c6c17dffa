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
  words?: string | null
}

/** A failed request to a platform. Its message never contains the platform's own words, which may quote parameters and keys. */
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
  /** The platform's own reason, cleaned by `quotableWords`. */
  readonly words: string | null

  constructor(facts: PlatformFacts, options?: ErrorOptions) {
    super(`${facts.status} - ${facts.code}`, options)
    this.name = 'PlatformError'
    this.fault = facts.fault
    this.status = facts.status
    this.code = facts.code
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.sent = facts.sent ?? 'maybe'
    this.words = facts.words ?? null
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

const WORDS_MAX = 200
/** As long as a key, an id or an address of a file. */
const SECRET = /[\w-]{20}|:\/\//

/** A platform's reason as one line that can be shown to the user; null if it is empty or may hold a key or an address. */
export function quotableWords(message: string | undefined): string | null {
  const line = (message ?? '')
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/^\s*\(#\d+\)/, '')
    .trim()
  return line === '' || line.length > WORDS_MAX || SECRET.test(line) ? null : line
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
