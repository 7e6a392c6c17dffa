import { postingOutcome, type PostingOutcome } from '../../posting-outcome.ts'
import { TIKTOK_ANSWERS } from './words.ts'

/** What a failed request that starts a post means; `name` is the account's. */
export function tiktokOutcome(thrown: unknown, name: string): PostingOutcome {
  return postingOutcome(thrown, { table: TIKTOK_ANSWERS, keysOf: ({ code }) => [code], name })
}
