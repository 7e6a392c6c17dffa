import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { PostServices } from '../post-services.ts'
import type { PlannedPost } from './planned-post.ts'
import { checkPosts } from './preflight.ts'

/** POST_REFUSED with every problem of the posts. */
export class PostsRejected extends AppError {
  readonly problems: readonly PostProblem[]

  constructor(problems: readonly PostProblem[]) {
    super('POST_REFUSED', { message: problems.find(({ severity }) => severity === 'stop')?.message ?? '' })
    this.problems = problems
  }
}

/** Throws PostsRejected when one of these posts cannot go out as it is. */
export async function requirePublishable(services: PostServices, userId: string, posts: readonly PlannedPost[]): Promise<void> {
  if (posts.length === 0) return
  const problems = await checkPosts(services, userId, posts)
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRejected(problems)
}
