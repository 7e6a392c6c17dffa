import { postingOutcome, type PostingOutcome } from '../../posting-outcome.ts'
import { TUMBLR_ANSWERS } from './words.ts'

/** What a failed request that creates or publishes a post means; `name` is the account's. */
export function tumblrOutcome(thrown: unknown, name: string): PostingOutcome {
  return postingOutcome(thrown, { table: TUMBLR_ANSWERS, keysOf: ({ status, code }) => [`${status}.${code}`, code, String(status)], name })
}
