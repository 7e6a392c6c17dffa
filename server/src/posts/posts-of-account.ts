import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { transitionAll } from './publishing/transition.ts'
import { accountLostDetail } from './waiting-details.ts'

export interface AccountOfPosts {
  userId: string
  platform: string
  accountId: string
}

const areOf = ({ userId, platform, accountId }: AccountOfPosts) =>
  and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.platform, platform), eq(scheduledPosts.accountId, accountId))

/** Notes on the posts of a disconnected account that they fail at their time unless the user connects it again. */
async function holdPostsOfAccount(tx: Tx, account: AccountOfPosts & { username: string }): Promise<void> {
  const hasMedia = sql`coalesce(${scheduledPosts.waitsFor} not in ('video', 'slides'), true)`
  await transitionAll(tx, and(areOf(account), hasMedia), { kind: 'account-lost', detail: accountLostDetail(account.username) })
}

/** Removes that note. */
async function resumePostsOfAccount(tx: Tx, account: AccountOfPosts): Promise<void> {
  await transitionAll(tx, and(areOf(account), eq(scheduledPosts.waitsFor, 'account')), { kind: 'account-back' })
}

export const waitingPosts = { hold: holdPostsOfAccount, resume: resumePostsOfAccount }
