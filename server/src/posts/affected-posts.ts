import { sql, and, eq, inArray } from 'drizzle-orm'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { countPosts, presentPosts } from './list-posts.ts'
import type { PostServices } from './post-services.ts'
import type { Tx } from '../db/db.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import type { PlatformPublishers } from '../platforms/publishing.ts'
import { addEvents } from './post-events.ts'
import { SENT } from './publishing/delivery-events.ts'
import { transitionAll } from './publishing/transition.ts'
import { withdrawAttempts, type AccountOfAttempts, type DiscardAttempts } from './publishing/withdraw-attempts.ts'
import { accountLostDetail } from './waiting-details.ts'

export interface AffectedBy {
  projectId?: string | undefined
  companyId?: string | undefined
  accountRowId?: string | undefined
}

/** Posts that a dialog lists; it shows the total next to them. */
const LISTED_MAX = 50

/** Posts that have not gone out yet and depend on a project, company or account. */
export async function affectedPosts(
  services: PostServices,
  userId: string,
  concern: AffectedBy,
): Promise<{ posts: ScheduledPost[]; total: number }> {
  const { projectId, companyId, accountRowId } = concern
  const conditions = [
    sql`posts.status = 'pending'`,
    ...(projectId === undefined ? [] : [sql`posts.project_id = ${projectId}::uuid`]),
    ...(companyId === undefined ? [] : [sql`posts.company_id = ${companyId}::uuid`]),
    ...(accountRowId === undefined
      ? []
      : [
          sql`(posts.platform, posts.account_id) in
            (select platform, account_id from social_accounts where user_id = ${userId} and id = ${accountRowId}::uuid)`,
        ]),
  ]
  if (conditions.length === 1) return { posts: [], total: 0 }
  const condition = sql.join(conditions, sql` and `)
  const posts = await presentPosts(services, userId, { condition, limit: LISTED_MAX })
  return { posts, total: posts.length < LISTED_MAX ? posts.length : await countPosts(services, userId, condition) }
}

const areOf = ({ userId, platform, accountId }: AccountOfAttempts) =>
  and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.platform, platform), eq(scheduledPosts.accountId, accountId))

/** Notes on the posts of a disconnected account that they fail at their time unless the user connects it again; those being sent end. */
async function holdPostsOfAccount(tx: Tx, account: AccountOfAttempts & { username: string }): Promise<void> {
  const hasMedia = sql`coalesce(${scheduledPosts.waitsFor} not in ('video', 'slides'), true)`
  await transitionAll(tx, and(areOf(account), hasMedia), { kind: 'account-lost', detail: accountLostDetail(account.username) })
  const isBeingSent = and(areOf(account), inArray(scheduledPosts.delivery, [...SENT]))
  const sent = await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(isBeingSent)
  const text = `@${account.username} was disconnected.`
  await addEvents(
    tx,
    account.userId,
    sent.map(({ id: postId }) => ({ postId, kind: 'disconnected', text })),
  )
  // A worker ends them now.
  await transitionAll(tx, areOf(account), { kind: 'status-announced' })
}

/** Removes that note. */
async function resumePostsOfAccount(tx: Tx, account: AccountOfAttempts): Promise<void> {
  await transitionAll(tx, and(areOf(account), eq(scheduledPosts.waitsFor, 'account')), { kind: 'account-back' })
}

export function createWaitingPosts(postings: PlatformPublishers) {
  const withdraw = (tx: Tx, account: AccountOfAttempts): Promise<DiscardAttempts> => withdrawAttempts(tx, postings, account)
  return {
    withdraw,
    async hold(tx: Tx, account: AccountOfAttempts & { username: string }): Promise<DiscardAttempts> {
      const discard = await withdraw(tx, account)
      await holdPostsOfAccount(tx, account)
      return discard
    },
    resume: resumePostsOfAccount,
  }
}
