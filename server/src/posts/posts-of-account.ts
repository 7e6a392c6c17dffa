import { and, eq, isNull, like, or, sql } from 'drizzle-orm'
import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../db/db.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'

export interface AccountOfPosts {
  userId: string
  platform: string
  accountId: string
}

const LOST = 'Waits: connect '
const lostDetail = (account: string) => `${LOST}${account} again before its time, or it fails then.`
const isWaiting = ({ userId, platform, accountId }: AccountOfPosts) =>
  and(
    eq(scheduledPosts.userId, userId),
    eq(scheduledPosts.platform, platform),
    eq(scheduledPosts.accountId, accountId),
    eq(scheduledPosts.delivery, 'waiting'),
  )

/** Says of the posts of an account that was disconnected what they need: without it they fail at their time. */
async function holdPostsOfAccount(tx: Tx, account: AccountOfPosts & { username: string }): Promise<void> {
  const detail = lostDetail(`@${account.username}`)
  await tx
    .update(scheduledPosts)
    .set({ detail, updatedAt: sql`now()` })
    .where(and(isWaiting(account), or(isNull(scheduledPosts.detail), sql`${scheduledPosts.kind} = 'slides'`)))
}

/** The same of a post that is made while its account, whose name is gone with it, is disconnected. */
export const accountGoneDetail = (platform: PlatformId): string => lostDetail(`this ${PLATFORMS[platform].label} account`)

/** And that they need it no more. */
async function resumePostsOfAccount(tx: Tx, account: AccountOfPosts): Promise<void> {
  await tx
    .update(scheduledPosts)
    .set({ detail: null, updatedAt: sql`now()` })
    .where(and(isWaiting(account), like(scheduledPosts.detail, `${LOST}%`)))
}

export const waitingPosts = { hold: holdPostsOfAccount, resume: resumePostsOfAccount }
