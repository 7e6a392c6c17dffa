import { and, eq, inArray, sql } from 'drizzle-orm'
import { UNSENT } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../../db/db.ts'
import { postEvents, scheduledPosts } from '../../db/schema-publishing.ts'
import type { PostRef } from './links.ts'

/** How long a person has to post by hand, in hours, and how long a link is good. */
export const MANUAL_POSTING_HOURS = 24

/** A post in the hands of a worker, whose fence says whether it still is. */
export interface ManualPost extends PostRef {
  fence: number
}

export const MISSED_TEXT = 'Nobody marked it as posted. Post it by hand or reschedule it.'

const isPost = ({ userId, postId }: PostRef) => and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId))
const isHandedOver = (post: PostRef) => and(isPost(post), eq(scheduledPosts.delivery, 'handed-over'))
const aDayOn = sql<Date>`now() + make_interval(hours => ${MANUAL_POSTING_HOURS}::integer)`

/** Whoever held the post holds it no more. */
const RELEASED = { leaseUntil: null, worker: null, fence: sql`${scheduledPosts.fence} + 1`, updatedAt: sql`now()` }
const ENDED = { ...RELEASED, nextAt: null, detail: null }

/** From a worker's hands into its person's; null when it is in the worker's no more. Says until when. */
export async function startManualPosting(tx: Tx, { fence, ...post }: ManualPost): Promise<Date | null> {
  const [row] = await tx
    .update(scheduledPosts)
    .set({ ...RELEASED, delivery: 'handed-over', detail: 'Waiting for you to post it by hand', nextAt: aDayOn })
    .where(and(isPost(post), eq(scheduledPosts.fence, fence), inArray(scheduledPosts.delivery, [...UNSENT])))
    .returning({ until: scheduledPosts.nextAt })
  if (!row?.until) return null
  await note(tx, post, { kind: 'handed-over', text: 'It is time: waiting for you to post it by hand.' })
  return row.until
}

/** A day more from now; null when it does not wait to be posted by hand. */
export async function extendManualPosting(tx: Tx, post: PostRef): Promise<Date | null> {
  const [row] = await tx
    .update(scheduledPosts)
    .set({ ...RELEASED, nextAt: aDayOn })
    .where(isHandedOver(post))
    .returning({ until: scheduledPosts.nextAt })
  return row?.until ?? null
}

/** The end of a post of which nobody said anything for a day; false when somebody did after all. */
export async function missPost(tx: Tx, { fence, ...post }: ManualPost): Promise<boolean> {
  const rows = await tx
    .update(scheduledPosts)
    .set({ ...ENDED, delivery: 'missed', status: 'failed', errorCode: 'hand_over_missed', errorMessage: MISSED_TEXT })
    .where(and(isHandedOver(post), eq(scheduledPosts.fence, fence)))
    .returning({ id: scheduledPosts.id })
  if (rows.length === 0) return false
  await note(tx, post, { kind: 'missed', text: MISSED_TEXT })
  return true
}

export type ManualPostingResult = { answer: 'posted'; remoteUrl: string | null } | { answer: 'not-posted'; reason: string }

/** What its person says of a post in their hands; false when it is not there any more. */
export async function recordManualResult(tx: Tx, post: PostRef, given: ManualPostingResult): Promise<boolean> {
  const text = given.answer === 'posted' ? 'Posted by hand.' : notPosted(given.reason)
  const outcome =
    given.answer === 'posted'
      ? ({ delivery: 'published', status: 'published', publishedAt: sql`now()`, remoteUrl: given.remoteUrl } as const)
      : ({ delivery: 'failed', status: 'failed', errorCode: 'not_posted', errorMessage: text } as const)
  const rows = await tx
    .update(scheduledPosts)
    .set({ ...ENDED, ...outcome })
    .where(isHandedOver(post))
    .returning({ id: scheduledPosts.id })
  if (rows.length === 0) return false
  await note(tx, post, { kind: given.answer === 'posted' ? 'published' : 'failed', text })
  return true
}

function notPosted(reason: string): string {
  return reason === '' ? 'Not posted' : `Not posted: ${reason}`
}

async function note(tx: Tx, { userId, postId }: PostRef, event: { kind: string; text: string }): Promise<void> {
  await tx.insert(postEvents).values({ userId, postId, ...event })
}
