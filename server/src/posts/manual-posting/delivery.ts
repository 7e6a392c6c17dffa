import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { addEvents, type PostEvent } from '../post-events.ts'
import { areOwn } from '../post-rows.ts'
import { transitionAll } from '../publishing/transition.ts'
import { type DeliveryEvent } from '../publishing/delivery-events.ts'
import type { PostRef } from './links.ts'

/** How long the user has to post by hand, and how long a link is valid, in hours. */
export const MANUAL_POSTING_HOURS = 24

/** A claimed post. The fence tells whether the worker still holds it. */
export interface ManualPost extends PostRef {
  fence: number
}

export const MISSED_TEXT = 'You did not mark it as posted in time. Post it by hand or reschedule it.'

const isPost = ({ userId, postId }: PostRef) => areOwn(userId, [postId])
const isHeld = (post: ManualPost) => and(isPost(post), eq(scheduledPosts.fence, post.fence))

/** Passes a post from its worker to the user; returns the deadline, or null when the worker no longer holds the post. */
export async function startManualPosting(tx: Tx, post: ManualPost): Promise<Date | null> {
  const detail = 'Waiting for you to post it by hand'
  const [started] = await transitionAll(tx, isHeld(post), { kind: 'manual-posting-started', hours: MANUAL_POSTING_HOURS, detail })
  if (!started?.nextAt) return null
  await addHistory(tx, post, { kind: 'handed-over', text: 'It is time: waiting for you to post it by hand.' })
  return started.nextAt
}

/** Gives the user another day from now; null when the post doesn't wait to be posted by hand. */
export async function extendManualPosting(tx: Tx, post: PostRef): Promise<Date | null> {
  const [extended] = await transitionAll(tx, isPost(post), { kind: 'manual-posting-extended', hours: MANUAL_POSTING_HOURS })
  return extended?.nextAt ?? null
}

/** Ends a post that the user did not mark within a day; false when they did after all. */
export async function missPost(tx: Tx, post: ManualPost): Promise<boolean> {
  const problem = { code: 'hand_over_missed', message: MISSED_TEXT, fixHref: null }
  const missed = await transitionAll(tx, isHeld(post), { kind: 'manual-posting-missed', problem })
  if (missed.length === 0) return false
  await addHistory(tx, post, { kind: 'missed', text: MISSED_TEXT })
  return true
}

export type ManualPostingResult = { answer: 'posted'; remoteUrl: string | null } | { answer: 'not-posted'; reason: string }

/** Records the user's answer about a post; false when it no longer waits for one. */
export async function recordManualResult(tx: Tx, post: PostRef, result: ManualPostingResult): Promise<boolean> {
  const text = result.answer === 'posted' ? 'Posted by hand.' : notPosted(result.reason)
  const event: DeliveryEvent =
    result.answer === 'posted'
      ? { kind: 'posted-manually', remoteUrl: result.remoteUrl }
      : { kind: 'not-posted-manually', problem: { code: 'not_posted', message: text, fixHref: null } }
  const ended = await transitionAll(tx, isPost(post), event)
  if (ended.length === 0) return false
  await addHistory(tx, post, { kind: result.answer === 'posted' ? 'published' : 'failed', text })
  return true
}

function notPosted(reason: string): string {
  return reason === '' ? 'Not posted' : `Not posted: ${reason}`
}

async function addHistory(tx: Tx, { userId, postId }: PostRef, event: Omit<PostEvent, 'postId'>): Promise<void> {
  await addEvents(tx, userId, [{ postId, ...event }])
}
