import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { PostRow } from '../post-rows.ts'
import { PostsRefused } from '../posts-refused.ts'
import type { Scheduling } from '../scheduling.ts'
import { checkPosts } from './preflight.ts'

/** Throws PostsRefused when one of these posts could not go out as it is. */
export async function requireSendable(services: Scheduling, userId: string, rows: readonly PostRow[]): Promise<void> {
  if (rows.length === 0) return
  const planned = rows.map(({ platform, accountId, options, kind, snapshot }) => ({
    platform: platform as PlatformId,
    accountId,
    options,
    kind,
    pictures: snapshot.length,
    isDraft: false,
  }))
  const problems = await checkPosts(services, userId, planned)
  if (problems.some(({ severity }) => severity === 'stop')) throw new PostsRefused(problems)
}
