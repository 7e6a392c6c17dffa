import { and, eq } from 'drizzle-orm'
import type { NewPosts, PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { leavesOutLogos } from '@ninesixteen/shared/publishing/logos'
import { AppError } from '@ninesixteen/shared/errors'
import { isUniqueViolation } from '../db/database-error.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { requestDigest } from '../idempotency/idempotency-keys.ts'
import { labelled } from './ai-label.ts'
import { type RenderedFile, mediaOf } from './rendered-media/media-files.ts'
import { readPosts } from './list-posts.ts'
import { readPostRequest, type PostRequest, readTime, requireDistinct, requireTexts, requireZone, textsFor } from './post-request.ts'
import { insertPosts, type PostRequestKey } from './insert-posts.ts'
import { PostsRejected } from './preflight/require-publishable.ts'
import type { PlannedPost } from './preflight/planned-post.ts'
import { checkPosts } from './preflight/preflight.ts'
import type { PostServices } from './post-services.ts'
import { ownPost } from './post-rows.ts'

export interface CreatedPosts {
  posts: ScheduledPost[]
  problems: PostProblem[]
}

/**
 * Creates one post per target, all or none, with the current slides. The same request again returns the same posts; its id with other
 * content is REQUEST_REUSED. `seenAt` is when it was first seen, if its first process died.
 */
export async function createPosts(
  services: PostServices,
  userId: string,
  { requestId, seenAt = null, ...input }: NewPosts & { seenAt?: Date | null },
): Promise<CreatedPosts> {
  const request = { id: requestId, digest: requestDigest('posts', input) }
  const earlier = await postsOfRequest(services, userId, request)
  if (earlier.length > 0) return { posts: earlier, problems: [] }
  const order = await services.db.asUser(userId, (tx) => readPostRequest(tx, userId, { ...input, seenAt }))
  return insertRequest(services, userId, { order, request })
}

/** Checks posts without creating them. */
export async function checkPostRequest(services: PostServices, userId: string, input: Omit<NewPosts, 'requestId'>): Promise<PostProblem[]> {
  const request = await services.db.asUser(userId, (tx) => readPostRequest(tx, userId, input))
  return checkPosts(services, userId, plannedPosts(request))
}

/** Checks, renders and creates the posts of a parsed request. */
export async function insertRequest(
  services: PostServices,
  userId: string,
  { order, ...options }: { order: PostRequest; request: PostRequestKey; reusable?: readonly RenderedFile[] },
): Promise<CreatedPosts> {
  const problems = await checkPosts(services, userId, plannedPosts(order))
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRejected(problems)
  try {
    const ids = await insertPosts(services, userId, { orders: [{ order, ...options }] })
    return { posts: await readPosts(services, userId, ids), problems }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // A concurrent request with the same id was first.
    return { posts: await postsOfRequest(services, userId, options.request), problems }
  }
}

/** The posts that this request created earlier; throws REQUEST_REUSED when it had other content. */
export async function postsOfRequest(services: PostServices, userId: string, { id, digest }: PostRequestKey): Promise<ScheduledPost[]> {
  const existing = await services.db.asUser(userId, (tx) =>
    tx
      .select({ id: scheduledPosts.id, requestDigest: scheduledPosts.requestDigest })
      .from(scheduledPosts)
      .where(and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.requestId, id))),
  )
  requireSameRequest(existing, digest)
  return readPosts(
    services,
    userId,
    existing.map((post) => post.id),
  )
}

/** Throws REQUEST_REUSED when a request with other content created one of these rows. Rows of 0.2.0 have no digest. */
export function requireSameRequest(existing: readonly { requestDigest: string | null }[], digest: string): void {
  if (existing.some(({ requestDigest: earlier }) => earlier !== null && earlier !== digest)) throw new AppError('REQUEST_REUSED')
}

export function plannedPosts({ content, targets, caption, description, time, timeZone }: PostRequest): PlannedPost[] {
  const { projectId, kind, snapshot, film: video } = content
  const shared = { projectId, kind, pictures: snapshot.length, snapshot, video }
  return targets.map((target) => ({
    ...target,
    ...textsFor(target, { caption, description }),
    ...shared,
    id: null,
    time,
    timeZone,
    isRendered: false,
  }))
}

type Duplicate = Pick<NewPosts, 'requestId' | 'targets' | 'timeZone'> &
  Partial<Pick<NewPosts, 'caption' | 'description'>> & { id: string; scheduledTime: string | null }

/** Copies a post, with its texts unless the request has others, and with the slides of its snapshot, even if its project was deleted. */
export async function duplicatePost(services: PostServices, userId: string, duplicate: Duplicate): Promise<CreatedPosts> {
  const { requestId, ...fields } = duplicate
  const { id, targets, timeZone } = fields
  const request = { id: requestId, digest: requestDigest('duplicate', fields) }
  const earlier = await postsOfRequest(services, userId, request)
  if (earlier.length > 0) return { posts: earlier, problems: [] }
  for (const texts of [duplicate, ...targets]) requireTexts(texts)
  requireZone(timeZone)
  requireDistinct(targets)
  const { order, reusable } = await services.db.asUser(userId, async (tx) => {
    const { projectId, projectVersion, companyId, kind, snapshot, film: video, ...post } = await ownPost(tx, userId, id)
    const { caption = post.caption, description = post.description } = duplicate
    const content = { projectId, projectVersion, companyId, kind, snapshot, film: video }
    const time = await readTime(tx, duplicate.scheduledTime)
    const copied = { content, targets: await labelled(tx, userId, { targets, snapshot }), timeZone, caption, description, time }
    const showsAlike = targets.every((target) => leavesOutLogos(target.options) === leavesOutLogos(post.options))
    return { order: copied, reusable: showsAlike ? await mediaOf(tx, userId, id) : [] }
  })
  return insertRequest(services, userId, { order, request, reusable })
}
