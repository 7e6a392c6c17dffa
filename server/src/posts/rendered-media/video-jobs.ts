import { and, asc, eq, isNull, notExists, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { CHANGEABLE } from '@ninesixteen/shared/publishing/delivery'
import { isDatabaseDown } from '../../db/database-error.ts'
import type { Tx } from '../../db/db.ts'
import { postMedia, scheduledPosts } from '../../db/schema-publishing.ts'
import { defineJob } from '../../jobs/job.ts'
import { failPost } from '../fail-post.ts'
import { isDelivery } from '../post-rows.ts'
import type { PostServices } from '../post-services.ts'
import { renderPost } from './render-post.ts'

/** Renders one video. Each user has one such job waiting at a time, so that users take turns. */
export const renderVideosJob = defineJob({
  name: 'draw-films',
  data: z.object({ userId: z.string() }),
  retries: 8,
  retryAfter: 30,
  retryAfterAtMost: 3600,
  seconds: 1800,
  atOnce: 2,
  isOneOfKey: true,
})

/** Enqueues the rendering of the videos and slides that the user's posts lack, once this transaction is committed. */
export async function enqueueVideoRender({ jobs }: Pick<PostServices, 'jobs'>, tx: Tx, userId: string): Promise<void> {
  await jobs.send(renderVideosJob, { userId }, { tx, key: userId })
}

/** Renders the first due post of this user, and enqueues the next. A post that fails to render does not block others. */
export async function renderNextVideo(services: PostServices, { userId }: { userId: string }): Promise<void> {
  const [next, ...others] = await services.db.asUser(userId, nextVideos(userId))
  if (!next) return
  try {
    await ensurePostMedia(services, userId, next.id)
  } catch (error) {
    if (isDatabaseDown(error)) throw error
    services.log.warn({ err: error, post: next.id }, 'The media of a post could not be rendered and are tried again later')
    await drawLater(services, userId, next.id)
  }
  if (others.length > 0) await services.db.asUser(userId, (tx) => enqueueVideoRender(services, tx, userId))
}

/** Delay after the first failure; it doubles with each further one up to a maximum, which is lower for a post that is due soon. In seconds. */
const AGAIN_SECONDS = 30
const AGAIN_MOST_SECONDS = 3600
const AGAIN_MOST_WHEN_SOON = 300
const SOON_HOURS = 2

/** Schedules a retry of one post by its own job, so that other posts don't wait. */
async function drawLater({ db, jobs }: PostServices, userId: string, postId: string): Promise<void> {
  const isSoon = sql`${scheduledPosts.scheduledTime} <= now() + make_interval(hours => ${SOON_HOURS})`
  const most = sql`case when ${isSoon} then ${AGAIN_MOST_WHEN_SOON}::int else ${AGAIN_MOST_SECONDS}::int end`
  const seconds = sql`least(${AGAIN_SECONDS} * 2 ^ least(${scheduledPosts.mediaFailures}, 10), ${most})`
  await db.asUser(userId, async (tx) => {
    const [row] = await tx
      .update(scheduledPosts)
      .set({
        mediaFailures: sql`${scheduledPosts.mediaFailures} + 1`,
        mediaRetryAt: sql`now() + make_interval(secs => ${seconds})`,
      })
      .where(and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.id, postId), isDelivery(CHANGEABLE)))
      .returning({ seconds: sql<number>`ceil(extract(epoch from ${scheduledPosts.mediaRetryAt} - now()))::int` })
    if (row) await jobs.send(renderVideosJob, { userId }, { tx, key: `${userId} ${postId}`, startAfter: row.seconds })
  })
}

/** The first due post that may be rendered now, and whether there is another. */
function nextVideos(userId: string) {
  return (tx: Tx) =>
    tx
      .select({ id: scheduledPosts.id })
      .from(scheduledPosts)
      .where(
        and(
          eq(scheduledPosts.userId, userId),
          or(eq(scheduledPosts.kind, 'video'), eq(scheduledPosts.waitsFor, 'slides')),
          isDelivery(CHANGEABLE),
          or(isNull(scheduledPosts.mediaRetryAt), sql`${scheduledPosts.mediaRetryAt} <= now()`),
          notExists(tx.select().from(postMedia).where(eq(postMedia.postId, scheduledPosts.id))),
        ),
      )
      .orderBy(sql`${scheduledPosts.scheduledTime} nulls last`, asc(scheduledPosts.id))
      .limit(2)
}

/**
 * Renders the media of a post that has none. A post that can never be rendered fails, and its user is notified; transient errors are thrown.
 */
export async function ensurePostMedia(services: PostServices, userId: string, postId: string): Promise<void> {
  try {
    await renderPost(services, userId, postId)
  } catch (error) {
    const problem = error instanceof AppError ? problemOf(error) : null
    if (!problem) throw error
    await failPost(services, userId, { postId, ...problem })
  }
}

interface DrawingProblem {
  code: string
  message: string
  /** `project`: its own slideshow. */
  fix: 'project' | 'library'
}

function problemOf({ code, message, details }: AppError): DrawingProblem | null {
  const facts = { code: code.toLowerCase() }
  const advice = 'Open the slideshow, then schedule it again.'
  switch (code) {
    case 'VIDEO_PHOTO_FAILED':
      return { ...facts, message: `Photo ${details['number']} of the video can no longer be read. ${advice}`, fix: 'project' }
    case 'VIDEO_NO_SLIDE':
    case 'SLIDE_TOO_COMPLEX':
    case 'FONT_MISSING':
    case 'VIDEO_SOUND_MISSING':
      return { ...facts, message: `${message} ${advice}`, fix: 'project' }
    case 'STORAGE_QUOTA':
      return { ...facts, message, fix: 'library' }
    default:
      return null
  }
}
