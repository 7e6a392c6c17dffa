import { PostsRefused } from '../posts-rejected.ts'
import type { Scheduling } from '../post-services.ts'
import type { PlannedPost } from './planned-post.ts'
import { checkPosts } from './preflight.ts'

/** Throws PostsRefused when one of these posts could not go out as it is. */
export async function requireSendable(services: Scheduling, userId: string, posts: readonly PlannedPost[]): Promise<void> {
  if (posts.length === 0) return
  const problems = await checkPosts(services, userId, posts)
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRefused(problems)
}
