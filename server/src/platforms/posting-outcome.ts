import { PlatformError } from '../providers/platform-error.ts'

/** Why a platform did not take a post, or did not publish it, and what helps; for the person. */
export interface Refusal {
  /** Ours where several platforms mean the same (`day-limit`, `scope`), else the platform's. */
  code: string
  message: string
  /** Where in the product it can be mended. */
  fixHref: string | null
}

/**
 * What a failed call that begins a post means. `unsent`: not a byte left, it can be sent again at once. `wait`: it was not let in, and
 * may be tried again after that. `account`: the token is not accepted; nothing was done. `refused`: it was not taken, and will not be
 * as it is. `unknown`: it may be public, and must not be sent again before that is looked up.
 */
export type PostingOutcome =
  | { kind: 'unsent' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'account' }
  | ({ kind: 'refused' } & Refusal)
  | { kind: 'unknown' }

/** One row of a platform's table of answers; `{name}` in a text is the account's. */
export type AnswerMeaning =
  | { kind: 'refused'; code?: string; text: string; fixHref?: string }
  /** Seconds, where the platform names none. */
  | { kind: 'wait'; seconds: number }
  | { kind: 'account' }
  | { kind: 'unknown' }

export type AnswerTable = Readonly<Record<string, AnswerMeaning>>

/** Seconds of a wait that the platform did not name. */
export const USUAL_WAIT_SECONDS = 60
export const ACCOUNTS_HREF = '/settings?tab=accounts'

/** Puts the account's name into a text. */
export function messageFor(text: string, name: string): string {
  return text.replaceAll('{name}', () => name)
}

interface Reading {
  table: AnswerTable
  /** Keys under which an answer may stand in the table, the most exact first. */
  keysOf(error: PlatformError): string[]
  /** The account's name, without the @. */
  name: string
}

/** By the table where the platform answered; what is not in it may have been done. */
export function postingOutcome(thrown: unknown, { table, keysOf, name }: Reading): PostingOutcome {
  if (!(thrown instanceof PlatformError)) return { kind: 'unknown' }
  if (thrown.sent === 'no') return { kind: 'unsent' }
  if (thrown.sent === 'maybe') return { kind: 'unknown' }
  const key = keysOf(thrown).find((one) => Object.hasOwn(table, one))
  const meaning = key === undefined ? undefined : table[key]
  if (thrown.fault === 'wait' || meaning?.kind === 'wait') {
    return { kind: 'wait', seconds: thrown.retryAfterSeconds ?? (meaning?.kind === 'wait' ? meaning.seconds : USUAL_WAIT_SECONDS) }
  }
  if (meaning?.kind === 'refused') {
    const { code = thrown.code, text, fixHref = null } = meaning
    return { kind: 'refused', code, message: messageFor(text, name), fixHref }
  }
  return { kind: meaning?.kind ?? (thrown.fault === 'account' ? 'account' : 'unknown') }
}
