import { PlatformError } from '../providers/platform-error.ts'

/** Why a platform refused a post, for the user. */
export interface Refusal {
  /** Ours for what several platforms have in common (`day-limit`, `scope`), otherwise the platform's. */
  code: string
  message: string
  /** The page where the user can fix it. */
  fixHref: string | null
}

/**
 * The meaning of a failed request that starts a post. `unsent`: nothing was sent, it can be sent again at once. `wait`: rate limited, it can be
 * sent again later. `account`: the token was rejected and nothing was done. `refused`: nothing was done, and sending it again won't help.
 * `unknown`: it may be public, and must not be sent again before it is looked up.
 */
export type PostingOutcome =
  | { kind: 'unsent' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'account' }
  | ({ kind: 'refused' } & Refusal)
  | { kind: 'unknown' }

/** One row of a platform's error table; `{name}` in a text is the account's name. */
export type AnswerMeaning =
  /** `quoting` replaces the text if the platform gave a reason, which is `{words}` in it. */
  | { kind: 'refused'; code?: string; text: string; quoting?: string; fixHref?: string }
  /** Used if the platform sends no Retry-After. */
  | { kind: 'wait'; seconds: number }
  | { kind: 'account' }
  | { kind: 'unknown' }

export type AnswerTable = Readonly<Record<string, AnswerMeaning>>

/** Used if neither the platform nor the table says how long to wait. */
export const USUAL_WAIT_SECONDS = 60
export const ACCOUNTS_HREF = '/settings?tab=accounts'

export function messageFor(text: string, name: string): string {
  return text.replaceAll('{name}', () => name)
}

function refusalMessage(meaning: { text: string; quoting?: string }, { name, words }: { name: string; words: string | null }): string {
  if (words === null || meaning.quoting === undefined) return messageFor(meaning.text, name)
  return messageFor(meaning.quoting, name).replaceAll('{words}', () => words)
}

interface Reading {
  table: AnswerTable
  /** Keys to look up in the table, the most specific first. */
  keysOf(error: PlatformError): string[]
  /** The account's name, without the @. */
  name: string
}

/** Looks up the platform's error in its table. An error that is not in the table may have been done: `unknown`. */
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
    const { code = thrown.code, fixHref = null } = meaning
    return { kind: 'refused', code, message: refusalMessage(meaning, { name, words: thrown.words }), fixHref }
  }
  return { kind: meaning?.kind ?? (thrown.fault === 'account' ? 'account' : 'unknown') }
}
