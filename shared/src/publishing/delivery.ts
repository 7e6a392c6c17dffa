import type { VideoSound } from '../sound/video-sound.ts'
/** The form in which a slideshow is posted: its slides as images, or one video. */
export const POST_KINDS = ['slides', 'video'] as const
export type PostKind = (typeof POST_KINDS)[number]

/** The public status of a post. */
export const POST_STATUSES = ['pending', 'published', 'failed'] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/**
 * The state of a post. Each transition is one committed transaction.
 *
 * - `draft`: has no time yet.
 * - `waiting`: for its time, or for a pause to end.
 * - `claimed`: by a worker.
 * - `prepared`: its files are complete, and it is about to be sent.
 * - `sending`: the intent is recorded; from here on the post can be public.
 * - `uncertain`: the response was lost; the platform is asked.
 * - `accepted`: the platform returned an id.
 * - handed-over to its owner, who was asked to post it manually.
 * - `published`, `failed`, `unconfirmed`, `cancelled`, `missed`: final. `unconfirmed` was sent, with an unknown outcome.
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

/** Scheduled: nothing was sent, and its owner was not asked to post it manually. */
export const UNSENT: readonly Delivery[] = ['waiting', 'claimed', 'prepared']

/** Nothing of it can be on the platform: it can be moved, changed and cancelled. */
export const CHANGEABLE: readonly Delivery[] = ['draft', ...UNSENT, 'handed-over']

/** Final states that can be scheduled again without risk of a duplicate. */
export const RETRYABLE: readonly Delivery[] = ['failed', 'cancelled', 'missed']

/** Timing of a video whose slides are stored next to it, in frames of 1/60 s. */
export interface VideoPlan {
  frames: number[]
  crossFade: number
  /** Backgrounds zoom in slowly; absent: they don’t move. */
  motion?: boolean
  /** Absent without sound. */
  sound?: VideoSound
  /** Chosen seconds per slide, where changes on beats make other ones of them. */
  seconds?: number
}
