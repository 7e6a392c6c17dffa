import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'

/** Posts that cannot go out like this: POST_REFUSED with every problem. */
export class PostsRejected extends AppError {
  readonly problems: readonly PostProblem[]

  constructor(problems: readonly PostProblem[]) {
    super('POST_REFUSED', { message: problems.find(({ severity }) => severity === 'stop')?.message ?? '' })
    this.problems = problems
  }
}
