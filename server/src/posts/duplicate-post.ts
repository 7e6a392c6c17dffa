import type { NewPosts } from '@ninesixteen/shared/api/scheduled-posts'
import { requestDigest } from '../idempotency/request-digest.ts'
import { insertRequest, postsOfRequest, type CreatedPosts } from './create-posts.ts'
import { readTime, requireDistinct, requireZone } from './post-request.ts'
import { mediaOf } from './rendered-media/media-files.ts'
import { ownPost } from './post-rows.ts'
import type { PostServices } from './post-services.ts'

export type Duplicate = Pick<NewPosts, 'requestId' | 'targets' | 'timeZone'> & { id: string; scheduledTime: string | null }

/** Copies a post to other accounts, with the slides of its snapshot, whatever became of its project. */
export async function duplicatePost(services: PostServices, userId: string, duplicate: Duplicate): Promise<CreatedPosts> {
  const { requestId, ...asked } = duplicate
  const { id, targets, timeZone } = asked
  const request = { id: requestId, digest: requestDigest('duplicate', asked) }
  const earlier = await postsOfRequest(services, userId, request)
  if (earlier.length > 0) return { posts: earlier, problems: [] }
  requireZone(timeZone)
  requireDistinct(targets)
  const { order, kept } = await services.db.asUser(userId, async (tx) => {
    const { projectId, projectVersion, companyId, kind, snapshot, film: video, caption, description } = await ownPost(tx, userId, id)
    const content = { projectId, projectVersion, companyId, kind, snapshot, film: video }
    const time = await readTime(tx, duplicate.scheduledTime)
    return { order: { content, targets, timeZone, caption, description, time }, kept: await mediaOf(tx, userId, id) }
  })
  return insertRequest(services, userId, { order, request, kept })
}
