import { PostsRejected } from '../posts-rejected.ts'
import type { PostServices } from '../post-services.ts'
import type { PlannedPost } from './planned-post.ts'
import { checkPosts } from './preflight.ts'

/** Throws PostsRefused when one of these posts could not go out as it is. */
export async function requirePublishable(services: PostServices, userId: string, posts: readonly PlannedPost[]): Promise<void> {
  if (posts.length === 0) return
  const problems = await checkPosts(services, userId, posts)
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRejected(problems)
}
