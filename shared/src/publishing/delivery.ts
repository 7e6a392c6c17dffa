/** What goes out of a slideshow: its slides as pictures, or one film. */
export const POST_KINDS = ['slides', 'video'] as const
export type PostKind = (typeof POST_KINDS)[number]

/** The status that everybody sees. */
export const POST_STATUSES = ['pending', 'published', 'failed'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/**
 * How far a post has come. Each step is one committed transaction.
 *
 * - `draft`: has no time yet.
 * - `waiting`: for its time, or for a pause to end.
 * - `claimed`: in the hands of a worker.
 * - `prepared`: its files are whole, and it is about to be sent.
 * - `sending`: what is about to be sent is noted; from here on it may be public.
 * - `uncertain`: the answer was lost, and is looked for.
 * - `accepted`: the platform gave it an id.
 * - `handed-over`: its person was asked to post it by hand.
 * - `published`, `failed`, `unconfirmed`, `cancelled`, `missed`: the ends. `unconfirmed` was sent, and nobody can tell what became of it.
 */
export const DELIVERIES = [
  'draft',
  'waiting',
  'claimed',
  'prepared',
  'sending',
  'uncertain',
  'accepted',
  'handed-over',
  'published',
  'failed',
  'unconfirmed',
  'cancelled',
  'missed',
] as const
export type Delivery = (typeof DELIVERIES)[number]

/** Has its time, and nothing of it has been sent, nor was it handed over to its person. */
export const UNSENT: readonly Delivery[] = ['waiting', 'claimed', 'prepared']

/** Nothing of it can be on the platform: it can be moved, changed and cancelled. */
export const CHANGEABLE: readonly Delivery[] = ['draft', ...UNSENT, 'handed-over']

/** Ends from which it can be scheduled anew without the danger of a second one. */
export const RETRYABLE: readonly Delivery[] = ['failed', 'cancelled', 'missed']

/** The times of a film whose slides stand beside it, in frames of 1/60 s. */
export interface VideoPlan {
  frames: number[]
  crossFade: number
}
