import type { PublisherParts } from './publisher-parts.ts'

/** Most that is added to a wait: a fifth of it, and a minute. */
const SHARE = 0.2
const MOST_SECONDS = 60

/**
 * A wait, with something added to it by chance: accounts that a platform turned away together would otherwise be back in the same second, and
 * be turned away again. Never less than was asked for.
 */
export function withJitter({ random }: Pick<PublisherParts, 'random'>, seconds: number): number {
  return seconds + random() * Math.min(seconds * SHARE, MOST_SECONDS)
}
