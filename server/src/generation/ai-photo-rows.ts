import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import { AppError } from '@ninesixteen/shared/errors'
import { visitorOf } from '../auth/visitor-accounts.ts'
import type { Tx } from '../db/db.ts'
import { aiPhotoJobs } from '../db/schema-ai-photos.ts'
import { consumeAll, readUsage, returnUsage } from '../db/usage-limits.ts'
import { lockFor } from '../db/lock-for.ts'

const DAY_SECONDS = 86_400
const PHOTOS = 'ai.photos.day'
/** Daily photos of a temporary account, enough to see what they look like. */
const VISITOR_DAILY = 4
/** After this long without a heartbeat, the process of a job counts as dead. */
const LOST_SECONDS = 45
const RETRY_SECONDS = 10
export const LOST = 'The server that made these photos stopped. Finished ones are in your library.'

export interface NewJob {
  id: string
  prompt: string
  count: number
  /** Photos a day; null without a limit. */
  daily: number | null
}

export type Outcome = Pick<AiPhotoJob, 'problem'> & { status: Exclude<AiPhotoJob['status'], 'running'> }

const isJob = (userId: string, id: string) => and(eq(aiPhotoJobs.userId, userId), eq(aiPhotoJobs.id, id))
const isRunning = (userId: string, id: string) => and(isJob(userId, id), eq(aiPhotoJobs.status, 'running'))

/** All jobs of the last day, or one. Those whose process died end first. */
export async function readJobs(tx: Tx, userId: string, id?: string): Promise<AiPhotoJob[]> {
  await endLost(tx, userId)
  const { prompt, wanted, status, paths, problem } = aiPhotoJobs
  return tx
    .select({ id: aiPhotoJobs.id, prompt, wanted, status, paths, problem })
    .from(aiPhotoJobs)
    .where(id === undefined ? eq(aiPhotoJobs.userId, userId) : isJob(userId, id))
}

/** Ends the jobs of dead processes, cancelled ones too, and gives back the photos that they didn't make. */
async function endLost(tx: Tx, userId: string): Promise<void> {
  const isLost = sql`${aiPhotoJobs.aliveAt} < now() - make_interval(secs => ${LOST_SECONDS}::integer)`
  const isOpen = or(eq(aiPhotoJobs.status, 'running'), gt(aiPhotoJobs.held, 0))
  const lost = await tx
    .select({ id: aiPhotoJobs.id })
    .from(aiPhotoJobs)
    .where(and(eq(aiPhotoJobs.userId, userId), isOpen, isLost))
  for (const { id } of lost) await endJob(tx, { userId, id }, { status: 'failed', problem: LOST })
}

/** Ends a job that still runs, and gives back the photos that it didn't make, once. */
export async function endJob(tx: Tx, { userId, id }: { userId: string; id: string }, outcome: Outcome): Promise<void> {
  await tx.update(aiPhotoJobs).set(outcome).where(isRunning(userId, id))
  const [job] = await tx
    .select({ held: aiPhotoJobs.held, takenAt: aiPhotoJobs.createdAt })
    .from(aiPhotoJobs)
    .where(isJob(userId, id))
    .for('update')
  if (!job || job.held === 0) return
  await tx.update(aiPhotoJobs).set({ held: 0 }).where(isJob(userId, id))
  await returnUsage(tx, { userId, kind: PHOTOS }, { amount: job.held, windowSeconds: DAY_SECONDS, takenAt: job.takenAt })
}

/** Photos that a user may have made a day; null without a limit. */
async function limitOf(tx: Tx, userId: string, daily: number | null): Promise<number | null> {
  if (daily === null) return null
  return (await visitorOf(tx, userId)) === null ? daily : Math.min(daily, VISITOR_DAILY)
}

export async function photosLeft(tx: Tx, userId: string, daily: number | null): Promise<number | null> {
  const limit = await limitOf(tx, userId, daily)
  return limit === null ? null : Math.max(0, limit - (await readUsage(tx, { userId, kind: PHOTOS }, DAY_SECONDS)))
}

/** Reserves the photos of a new job; false for a repeated request. */
export async function openJob(tx: Tx, userId: string, { id, prompt, count, daily }: NewJob): Promise<boolean> {
  await lockFor(tx, `ai-photos:${userId}`)
  const jobs = await readJobs(tx, userId)
  if (jobs.some((job) => job.id === id)) return false
  if (jobs.some(({ status }) => status === 'running')) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
  const isOld = sql`${aiPhotoJobs.createdAt} < now() - interval '1 day'`
  await tx.delete(aiPhotoJobs).where(and(eq(aiPhotoJobs.userId, userId), isOld))
  const limit = await limitOf(tx, userId, daily)
  if (limit !== null) {
    const refused = await consumeAll(tx, userId, [{ kind: PHOTOS, limit, windowSeconds: DAY_SECONDS, amount: count }])
    if (refused) throw new AppError('IMAGES_BUDGET', { limit, seconds: refused.retryAfterSeconds })
  }
  await tx.insert(aiPhotoJobs).values({ id, userId, prompt, wanted: count, held: limit === null ? 0 : count })
  return true
}

/** Adds a finished photo. */
export async function addPhoto(tx: Tx, { userId, id }: { userId: string; id: string }, path: string): Promise<void> {
  const paths = sql`array_append(${aiPhotoJobs.paths}, ${path})`
  await tx
    .update(aiPhotoJobs)
    .set({ paths, held: sql`greatest(0, ${aiPhotoJobs.held} - 1)` })
    .where(isJob(userId, id))
}

/** Records that the job's process lives; false once the job is over, say by another process. */
export async function renewJob(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const renewed = await tx
    .update(aiPhotoJobs)
    .set({ aliveAt: sql`now()` })
    .where(isRunning(userId, id))
    .returning({ id: aiPhotoJobs.id })
  return renewed.length > 0
}

/** The process of the job gives back its photos as soon as it notices. */
export async function cancelJob(tx: Tx, userId: string, id: string): Promise<void> {
  await tx.update(aiPhotoJobs).set({ status: 'cancelled' }).where(isRunning(userId, id))
}
