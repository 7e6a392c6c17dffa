import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import { AppError, ERRORS } from '@ninesixteen/shared/errors'
import { visitorOf } from '../auth/visitor-accounts.ts'
import type { Db, Tx } from '../db/db.ts'
import { aiPhotoJobs } from '../db/schema-ai-photos.ts'
import { consumeAll, readUsage, returnUsage } from '../db/usage-limits.ts'

const DAY_SECONDS = 86_400
const PHOTOS = 'ai.photos.day'
/** Daily photos of a temporary account, enough to see what they look like. */
const VISITOR_DAILY = 4

/** Photos that a user may have made a day; null without a limit. */
async function limitOf(tx: Tx, userId: string, daily: number | null): Promise<number | null> {
  if (daily === null) return null
  return (await visitorOf(tx, userId)) === null ? daily : Math.min(daily, VISITOR_DAILY)
}

export async function photosLeft(tx: Tx, userId: string, daily: number | null): Promise<number | null> {
  const limit = await limitOf(tx, userId, daily)
  return limit === null ? null : Math.max(0, limit - (await readUsage(tx, { userId, kind: PHOTOS }, DAY_SECONDS)))
}

/** Takes photos from the daily limit; false for a user without one. Throws IMAGES_BUDGET. */
export async function takePhotos(tx: Tx, userId: string, { amount, daily }: { amount: number; daily: number | null }): Promise<boolean> {
  const limit = await limitOf(tx, userId, daily)
  if (limit === null) return false
  const refused = await consumeAll(tx, userId, [{ kind: PHOTOS, limit, windowSeconds: DAY_SECONDS, amount }])
  if (refused) throw new AppError('IMAGES_BUDGET', { limit, seconds: refused.retryAfterSeconds })
  return true
}

/** Gives photos back to the day that they were taken on. */
export const returnPhotos = (tx: Tx, userId: string, taken: { amount: number; takenAt: Date }): Promise<void> =>
  returnUsage(tx, { userId, kind: PHOTOS }, { ...taken, windowSeconds: DAY_SECONDS })

/** After this long without a heartbeat, the process of a job of an earlier version counts as dead. */
const LOST_SECONDS = 45

/** Ends jobs that a process of an earlier version left, gives back the photos that they did not make, and deletes old ones. */
export async function endEarlierJobs({ db }: { db: Db }): Promise<void> {
  await db.asSystem(async (tx) => {
    const isLost = lt(aiPhotoJobs.aliveAt, sql`now() - make_interval(secs => ${LOST_SECONDS}::integer)`)
    const isOpen = or(eq(aiPhotoJobs.status, 'running'), gt(aiPhotoJobs.held, 0))
    const lost = await tx.select().from(aiPhotoJobs).where(and(isOpen, isLost)).for('update')
    for (const { id, userId, status, held, createdAt } of lost) {
      const failed = status === 'running' && ({ status: 'failed', problem: ERRORS.IMAGES_LOST[1] } as const)
      await tx
        .update(aiPhotoJobs)
        .set({ ...failed, held: 0 })
        .where(eq(aiPhotoJobs.id, id))
      await returnPhotos(tx, userId, { amount: held, takenAt: createdAt })
    }
    const isOld = lt(aiPhotoJobs.createdAt, sql`now() - interval '1 day'`)
    await tx.delete(aiPhotoJobs).where(and(isOld, isLost, eq(aiPhotoJobs.held, 0)))
  })
}
