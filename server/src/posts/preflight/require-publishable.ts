import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import type { PostServices } from '../post-services.ts'
import type { PlannedPost } from './planned-post.ts'
import { checkPosts } from './preflight.ts'

/** Posts that cannot go out like this: POST_REFUSED with every problem. */
export class PostsRejected extends AppError {
  readonly problems: readonly PostProblem[]

  constructor(problems: readonly PostProblem[]) {
    super('POST_REFUSED', { message: problems.find(({ severity }) => severity === 'stop')?.message ?? '' })
    this.problems = problems
  }
}

/** Throws PostsRefused when one of these posts could not go out as it is. */
export async function requirePublishable(services: PostServices, userId: string, posts: readonly PlannedPost[]): Promise<void> {
  if (posts.length === 0) return
  const problems = await checkPosts(services, userId, posts)
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRejected(problems)
}
