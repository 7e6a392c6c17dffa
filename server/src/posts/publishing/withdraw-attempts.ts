import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { postOptionsSchema } from '@ninesixteen/shared/publishing/platforms'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { publishAttempts, scheduledPosts } from '../../db/schema-publishing.ts'
import type { AccountAccess } from '../../platforms/account.ts'
import type { PlatformPublishers, UnpublishedAttempt } from '../../platforms/publishing.ts'
import { revokeMediaLinks } from './attempts.ts'
import { transitionAll } from './transition.ts'

export interface AccountOfAttempts {
  userId: string
  platform: string
  accountId: string
}

/** Removes from the platform what withdrawn attempts left there. Call it after the transaction, while the token is still valid. */
export type DiscardAttempts = (access: AccountAccess) => Promise<void>

/**
 * Takes the account's attempts that certainly published nothing from the workers that hold them, so that none asks for publication any more, and
 * returns how to remove what they left.
 */
export async function withdrawAttempts(tx: Tx, postings: PlatformPublishers, account: AccountOfAttempts): Promise<DiscardAttempts> {
  const platform = PLATFORM_IDS.find((id) => id === account.platform)
  const posting = platform && postings[platform]
  const { discard, mayBePublic } = posting ?? {}
  if (!discard || !mayBePublic) return async () => {}
  const isSent = and(
    eq(scheduledPosts.userId, account.userId),
    eq(scheduledPosts.platform, account.platform),
    eq(scheduledPosts.accountId, account.accountId),
    inArray(scheduledPosts.delivery, ['uncertain', 'accepted']),
  )
  // A worker stores its next step under this lock, so that the next statement reads it.
  const locked = await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(isSent).orderBy(asc(scheduledPosts.id)).for('update')
  const ids = locked.map(({ id }) => id)
  if (ids.length === 0) return async () => {}
  const open = await tx
    .select({ post: scheduledPosts, attempt: publishAttempts })
    .from(scheduledPosts)
    .innerJoin(publishAttempts, and(eq(publishAttempts.postId, scheduledPosts.id), eq(publishAttempts.live, true)))
    .where(inArray(scheduledPosts.id, ids))
  const withdrawn: { postId: string; attempt: UnpublishedAttempt }[] = []
  for (const { post, attempt } of open) {
    const { remoteId, resume, marker } = attempt
    const stored = { kind: post.kind, remoteId, resume, pulls: await revokeMediaLinks(tx, attempt.id) }
    const options = postOptionsSchema.safeParse({ ...post.options, platform })
    if (mayBePublic(stored) || !options.success) continue
    withdrawn.push({ postId: post.id, attempt: { caption: post.caption, marker, options: options.data } })
  }
  const ofWithdrawn = inArray(
    scheduledPosts.id,
    withdrawn.map(({ postId }) => postId),
  )
  if (withdrawn.length > 0) await transitionAll(tx, ofWithdrawn, { kind: 'attempt-withdrawn' })
  return async (access) => {
    for (const { attempt } of withdrawn) await discard(access, attempt)
  }
}
