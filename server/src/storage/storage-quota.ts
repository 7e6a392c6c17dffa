import { and, eq, ne, sql } from 'drizzle-orm'
import { COUNTED_BYTES_MIN } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { isDemo } from '../account/demo.ts'
import type { Tx } from '../db/db.ts'
import { files } from '../db/schema.ts'

/** Bytes a demo may keep, its two dozen photographs included. */
const DEMO_ROOM = 100 * 1024 * 1024

/** Any number of our own: locks of this kind are about the room a person takes. */
const LOCK_KIND = 916_002

/**
 * Bytes of all pictures a person keeps, those included that are being stored, each at least COUNTED_BYTES_MIN. Renditions, which can be made
 * anew, count with that alone.
 */
export async function storageUsed(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ used: sql<number>`coalesce(sum(greatest(${files.bytes}, ${COUNTED_BYTES_MIN})), 0)::float8` })
    .from(files)
    .where(and(eq(files.userId, userId), ne(files.state, 'deleting')))
  return row?.used ?? 0
}

/** Bytes this person may keep, where the instance gives each so many. */
export async function roomOf(tx: Tx, userId: string, quota: number): Promise<number> {
  return (await isDemo(tx, userId)) ? Math.min(quota, DEMO_ROOM) : quota
}

/**
 * Throws STORAGE_QUOTA when `bytes` more would be too many. Holds the person's lock until the transaction ends, which has to
 * write the row that takes the room: of many uploads at once, none sees room that another is about to take.
 */
export async function requireRoom(tx: Tx, userId: string, { bytes, quota }: { bytes: number; quota: number }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK_KIND}, hashtext(${userId}))`)
  const used = await storageUsed(tx, userId)
  const limit = await roomOf(tx, userId, quota)
  if (used + Math.max(bytes, COUNTED_BYTES_MIN) > limit) throw new AppError('STORAGE_QUOTA', { used: inWords(used), limit: inWords(limit) })
}

function inWords(bytes: number): string {
  const [amount, unit] = bytes < 1024 ** 3 ? [bytes / 1024 ** 2, 'MB'] : [bytes / 1024 ** 3, 'GB']
  return `${Math.round(amount * 10) / 10} ${unit}`
}
