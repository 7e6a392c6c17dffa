import { eq, sql } from 'drizzle-orm'
import { COUNTED_BYTES_MIN } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import { demos } from '../db/schema-demos.ts'
import { storageUsage } from '../db/schema-usage.ts'

/** Storage of a demo in bytes, its two dozen sample photos included. */
const DEMO_QUOTA = 100 * 1024 * 1024
/** Storage of a trial: a photo or two behind the slides. */
const TRIAL_QUOTA = 20 * 1024 * 1024

/** Used and available storage, in bytes. */
export interface Quota {
  used: number
  limit: number
}

/**
 * The user's storage use: all files, including uploads in progress, each as at least COUNTED_BYTES_MIN (renditions as exactly that, since
 * they can be regenerated), and the JSON of slides, versions and custom modes. `quota` is the instance's default.
 */
export async function quotaOf(tx: Tx, userId: string, quota: number): Promise<Quota> {
  const [row] = await tx
    .select({
      used: sql<number>`coalesce((select ${storageUsage.bytes} from ${storageUsage} where ${eq(storageUsage.userId, userId)}), 0)::float8`,
      isTrial: sql<boolean | null>`(select ${demos.isTrial} from ${demos} where ${eq(demos.userId, userId)})`,
    })
    .from(sql`(values (1)) one`)
  return { used: row?.used ?? 0, limit: Math.min(quota, quotaOfVisitor(row?.isTrial ?? null)) }
}

/** Storage of a visitor, by whether it is a trial; infinite for an account. */
export function quotaOfVisitor(isTrial: boolean | null): number {
  if (isTrial === null) return Number.POSITIVE_INFINITY
  return isTrial ? TRIAL_QUOTA : DEMO_QUOTA
}

/**
 * Throws STORAGE_QUOTA if `bytes` more exceed the quota. Locks the user's sum until the transaction ends, which must insert the row that
 * counts: concurrent uploads can't use the same space.
 */
export async function requireQuota(tx: Tx, userId: string, { bytes, quota }: { bytes: number; quota: number }): Promise<void> {
  await tx
    .insert(storageUsage)
    .values({ userId })
    .onConflictDoUpdate({ target: storageUsage.userId, set: { bytes: storageUsage.bytes } })
  const { used, limit } = await quotaOf(tx, userId, quota)
  if (used + Math.max(bytes, COUNTED_BYTES_MIN) > limit) throw full({ used, limit })
}

/**
 * Throws STORAGE_QUOTA if what the transaction has written exceeds the quota. Writers hold the lock on the user's sum, so that concurrent
 * ones are all counted.
 */
export async function requireWithinQuota(tx: Tx, userId: string, quota: number): Promise<void> {
  const usage = await quotaOf(tx, userId, quota)
  if (usage.used > usage.limit) throw full(usage)
}

function full({ used, limit }: Quota): AppError {
  return new AppError('STORAGE_QUOTA', { used: inWords(used), limit: inWords(limit) })
}

function inWords(bytes: number): string {
  const [amount, unit] = bytes < 1024 ** 3 ? [bytes / 1024 ** 2, 'MB'] : [bytes / 1024 ** 3, 'GB']
  return `${Math.round(amount * 10) / 10} ${unit}`
}
