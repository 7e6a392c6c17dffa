import { eq, sql } from 'drizzle-orm'
import { COUNTED_BYTES_MIN } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import { demos, roomUsage } from '../db/schema.ts'

/** Bytes a demo may keep, its two dozen photographs included. */
const DEMO_ROOM = 100 * 1024 * 1024
/** And the trial of a stranger: a photo or two behind their slides. */
const TRIAL_ROOM = 20 * 1024 * 1024

/** Bytes a person keeps, and may keep. */
export interface Quota {
  used: number
  limit: number
}

/**
 * The room a person takes: all pictures, those included that are being stored, each at least COUNTED_BYTES_MIN (renditions, which can be made
 * anew, count with that alone), and the JSON of slides, earlier versions and custom modes. `quota` is what the instance gives each.
 */
export async function quotaOf(tx: Tx, userId: string, quota: number): Promise<Quota> {
  const [row] = await tx
    .select({
      used: sql<number>`coalesce((select ${roomUsage.bytes} from ${roomUsage} where ${eq(roomUsage.userId, userId)}), 0)::float8`,
      isTrial: sql<boolean | null>`(select ${demos.isTrial} from ${demos} where ${eq(demos.userId, userId)})`,
    })
    .from(sql`(values (1)) one`)
  return { used: row?.used ?? 0, limit: Math.min(quota, quotaOfVisitor(row?.isTrial ?? null)) }
}

/** What a visitor may keep, by whether it is a trial; infinite for a person's own account. */
export function quotaOfVisitor(isTrial: boolean | null): number {
  if (isTrial === null) return Number.POSITIVE_INFINITY
  return isTrial ? TRIAL_ROOM : DEMO_ROOM
}

/**
 * Throws STORAGE_QUOTA when a picture of `bytes` more would be too many. Holds the person's sum until the transaction ends, which has to write the
 * row that takes the room: of many uploads at once, none sees room that another is about to take.
 */
export async function requireQuota(tx: Tx, userId: string, { bytes, quota }: { bytes: number; quota: number }): Promise<void> {
  await tx
    .insert(roomUsage)
    .values({ userId })
    .onConflictDoUpdate({ target: roomUsage.userId, set: { bytes: roomUsage.bytes } })
  const { used, limit } = await quotaOf(tx, userId, quota)
  if (used + Math.max(bytes, COUNTED_BYTES_MIN) > limit) throw full({ used, limit })
}

/**
 * Throws STORAGE_QUOTA when what the transaction has written by now is more than there is room for. Whoever has written holds the person's sum, so
 * that of many at once none counts without the others.
 */
export async function requireWithinQuota(tx: Tx, userId: string, quota: number): Promise<void> {
  const room = await quotaOf(tx, userId, quota)
  if (room.used > room.limit) throw full(room)
}

function full({ used, limit }: Quota): AppError {
  return new AppError('STORAGE_QUOTA', { used: inWords(used), limit: inWords(limit) })
}

function inWords(bytes: number): string {
  const [amount, unit] = bytes < 1024 ** 3 ? [bytes / 1024 ** 2, 'MB'] : [bytes / 1024 ** 3, 'GB']
  return `${Math.round(amount * 10) / 10} ${unit}`
}
