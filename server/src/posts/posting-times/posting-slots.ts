import { and, asc, eq, gt, inArray, notInArray } from 'drizzle-orm'
import type { AccountPostingTimes } from '@ninesixteen/shared/api/posting-times'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { freePostingTimes, type WeeklyTime } from '@ninesixteen/shared/time/posting-times'
import type { Tx } from '../../db/db.ts'
import { databaseTime } from '../post-request.ts'
import { postingTimes } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { socialAccounts } from '../../db/schema-connections.ts'

interface Account {
  id: string
  platform: PlatformId
  accountId: string
}

/** The weekly times of all connected accounts that have any. */
export async function listPostingTimes(tx: Tx, userId: string): Promise<AccountPostingTimes[]> {
  const [accounts, rows] = [await accountsOf(tx, userId), await slotRows(tx, userId)]
  return accounts.flatMap((account) => {
    const { zone, slots } = slotsOf(account, rows)
    return slots.length > 0 ? [{ ...account, zone, slots }] : []
  })
}

export interface PostingTimesChange {
  id: string
  zone: string
  slots: readonly WeeklyTime[]
}

export async function replacePostingTimes(tx: Tx, userId: string, { id, zone, slots }: PostingTimesChange): Promise<AccountPostingTimes> {
  const [account] = await accountsOf(tx, userId, [id])
  if (!account) throw new AppError('NOT_FOUND')
  const { platform, accountId } = account
  await tx
    .delete(postingTimes)
    .where(and(eq(postingTimes.userId, userId), eq(postingTimes.platform, platform), eq(postingTimes.accountId, accountId)))
  // Concurrent or repeated requests store a slot once.
  const values = slots.map(({ weekday, time }) => ({ userId, platform, accountId, weekday, time, zone }))
  if (values.length > 0) await tx.insert(postingTimes).values(values).onConflictDoNothing()
  return { ...account, zone, slots: slotsOf(account, await slotRows(tx, userId)).slots }
}

export interface NextTimesQuery {
  ids: readonly string[]
  /** Null for now; past slots are not free. */
  after: Date | null
  count: number
  apartMinutes: number
  /** Posts whose current times do not count. */
  moving: readonly string[]
}

export interface NextTimes extends Account {
  times: Date[]
}

/** The next free times of each account, in the order of the request. Throws NOT_FOUND for an account of another user. */
export async function nextPostingTimes(tx: Tx, userId: string, query: NextTimesQuery): Promise<NextTimes[]> {
  const accounts = await accountsOf(tx, userId, query.ids)
  const now = await databaseTime(tx)
  const after = query.after && query.after > now ? query.after : now
  const [rows, occupied] = [await slotRows(tx, userId), await occupiedTimes(tx, userId, { ...query, after })]
  return query.ids.map((id) => {
    const account = accounts.find((candidate) => candidate.id === id)
    if (!account) throw new AppError('NOT_FOUND')
    const { zone, slots } = slotsOf(account, rows)
    const own = occupied.filter((post) => isOf(post, account)).map(({ at }) => at)
    const { apartMinutes, count } = query
    return { ...account, times: freePostingTimes({ slots, zone, after, apartMinutes, taken: own }, count) }
  })
}

async function accountsOf(tx: Tx, userId: string, ids?: readonly string[]): Promise<Account[]> {
  const rows = await tx
    .select({ id: socialAccounts.id, platform: socialAccounts.platform, accountId: socialAccounts.accountId })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.userId, userId), ids && inArray(socialAccounts.id, [...ids])))
    .orderBy(asc(socialAccounts.createdAt), asc(socialAccounts.id))
  return rows.map((row) => ({ ...row, platform: row.platform as PlatformId }))
}

type SlotRow = typeof postingTimes.$inferSelect

function slotRows(tx: Tx, userId: string): Promise<SlotRow[]> {
  return tx.select().from(postingTimes).where(eq(postingTimes.userId, userId)).orderBy(asc(postingTimes.weekday), asc(postingTimes.time))
}

function slotsOf(account: Account, rows: readonly SlotRow[]): { zone: string; slots: WeeklyTime[] } {
  const own = rows.filter((row) => isOf(row, account))
  return { zone: own[0]?.zone ?? 'UTC', slots: own.map(({ weekday, time }) => ({ weekday, time })) }
}

/** Times of scheduled posts, from shortly before the first selectable time. */
async function occupiedTimes(tx: Tx, userId: string, { after, apartMinutes, moving }: NextTimesQuery & { after: Date }) {
  const since = new Date(after.getTime() - (apartMinutes + 1) * 60_000)
  const rows = await tx
    .select({ platform: scheduledPosts.platform, accountId: scheduledPosts.accountId, at: scheduledPosts.scheduledTime })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.userId, userId),
        eq(scheduledPosts.status, 'pending'),
        gt(scheduledPosts.scheduledTime, since),
        moving.length > 0 ? notInArray(scheduledPosts.id, [...moving]) : undefined,
      ),
    )
  return rows.flatMap(({ at, ...row }) => (at ? [{ ...row, at }] : []))
}

function isOf(row: { platform: string; accountId: string }, { platform, accountId }: Account): boolean {
  return row.platform === platform && row.accountId === accountId
}
