import { and, asc, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { hasPlan, type PlanRule } from '../auth/has-plan.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { requireSpareCall } from '../generation/ai-quota.ts'
import { GenerationFailed, passingSeconds } from '../generation/generate-whole.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'
import { defineCron, defineJob, workFor, type Work } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { isBatch, isWaitingRow, rowsOf, type BatchEntry, type RowEntry } from './batch-rows.ts'
import { isWrittenByAi, writeRow, type RowParts, type RowStep } from './write-row.ts'

/** Writes the next rows of a batch. */
export const writeBatchJob = defineJob({
  name: 'write-slideshow-batch',
  data: z.object({ userId: z.string(), batchId: z.uuid() }),
  retries: 5,
  retryAfter: 5,
  retryAfterAtMost: 300,
  seconds: 900,
  atOnce: 2,
  isOneOfKey: true,
})

/** Resumes batches whose job failed for good. */
const followBatchesJob = defineCron('follow-slideshow-batches', '*/15 * * * *')

export interface BatchParts extends RowParts {
  config: PlanRule
  jobs: Jobs
  log: Logger
}

export interface BatchRun {
  userId: string
  batchId: string
}

/** Rows written without a break: other batches of a process get their turn. */
const ROWS_PER_RUN = 10
const PAUSE_SECONDS = 5

/**
 * Writes the rows of a batch, one by one. A row's slideshow has an id that derives from the row, and the row names it once it is whole: killed at any
 * point and started again, no row is written twice and none is left out.
 */
export async function runBatch(parts: BatchParts, run: BatchRun, { signal }: { signal: AbortSignal }): Promise<void> {
  for (let written = 0; !signal.aborted; written += 1) {
    const next = await nextRow(parts, run)
    if (next === null) return finish(parts, run)
    if (written >= ROWS_PER_RUN) return continueLater(parts, run, { seconds: 1, reason: null })
    const wait = await settleRow(parts, { ...next, signal })
    if (wait) return continueLater(parts, run, wait)
  }
  // The queue runs it again at another process.
  throw new AppError('UNAVAILABLE')
}

async function nextRow({ db }: BatchParts, { userId, batchId: id }: BatchRun): Promise<{ batch: BatchEntry; row: RowEntry } | null> {
  return db.asUser(userId, async (tx) => {
    const [next] = await tx
      .select({ batch: slideshowBatches, row: slideshowBatchRows })
      .from(slideshowBatchRows)
      .innerJoin(slideshowBatches, eq(slideshowBatches.id, slideshowBatchRows.batchId))
      .where(and(rowsOf({ userId, id }), eq(slideshowBatchRows.state, 'waiting'), eq(slideshowBatches.state, 'running')))
      .orderBy(asc(slideshowBatchRows.line))
      .limit(1)
    return next ?? null
  })
}

interface Wait {
  seconds: number
  /** For the user; null for a short pause. */
  reason: string | null
}

/** Writes a row, or notes why that failed. Returns how long to wait where it has to wait. */
async function settleRow(parts: BatchParts, step: RowStep): Promise<Wait | null> {
  const { batch, row, signal } = step
  try {
    if (isWrittenByAi(step)) await requireSpareCall(parts.db, row.userId)
    await writeRow(parts, step)
    if (batch.reason !== null)
      await parts.db.asUser(row.userId, (tx) => tx.update(slideshowBatches).set({ reason: null }).where(isBatch(batch)))
    return null
  } catch (error) {
    if (signal.aborted) throw error
    // The user cancelled it, or another process works on it.
    if (error instanceof Superseded) return { seconds: PAUSE_SECONDS, reason: null }
    if (!(error instanceof AppError || error instanceof GenerationFailed)) throw error
    const { code, message } = error
    const seconds = passingSeconds(error, PAUSE_SECONDS)
    if (seconds !== null) return { seconds, reason: code === 'AI_BUDGET' ? message : null }
    parts.log.info({ batchId: batch.id, line: row.line, code }, 'A row of a batch failed')
    const failed = { state: 'failed', message, updatedAt: sql`now()` } as const
    await parts.db.asUser(row.userId, (tx) => tx.update(slideshowBatchRows).set(failed).where(isWaitingRow(row)))
    return null
  }
}

async function continueLater({ db, jobs }: BatchParts, run: BatchRun, { seconds, reason }: Wait): Promise<void> {
  await db.asUser(run.userId, async (tx) => {
    await tx
      .update(slideshowBatches)
      .set({ reason })
      .where(isBatch({ userId: run.userId, id: run.batchId }))
    await jobs.send(writeBatchJob, run, { tx, startAfter: seconds, key: run.batchId })
  })
}

/** Ends a batch without a waiting row, and tells the user once if rows failed. */
async function finish({ db, jobs }: BatchParts, { userId, batchId: id }: BatchRun): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const [ended] = await tx
      .update(slideshowBatches)
      .set({ state: 'done', reason: null, updatedAt: sql`now()` })
      .where(
        and(
          isBatch({ userId, id }),
          eq(slideshowBatches.state, 'running'),
          sql`not exists (select from slideshow_batch_rows where batch_id = ${id} and state = 'waiting')`,
        ),
      )
      .returning({ title: slideshowBatches.title, sourceProjectId: slideshowBatches.sourceProjectId })
    if (!ended) return
    const failed = await tx.$count(slideshowBatchRows, and(rowsOf({ userId, id }), eq(slideshowBatchRows.state, 'failed')))
    if (failed === 0) return
    await notify(jobs, tx, { userId, kind: 'attention', cause: `slideshow batch ${id}`, ...failureOf({ ...ended, id, failed }) })
  })
}

interface Ended extends Pick<BatchEntry, 'id' | 'title' | 'sourceProjectId'> {
  failed: number
}

function failureOf({ id, title, sourceProjectId, failed }: Ended): { title: string; body: string; href: string } {
  if (sourceProjectId === null)
    return {
      title: failed === 1 ? '1 slideshow of your table failed' : `${failed} slideshows of your table failed`,
      body: `Open “${title}” to see why, and try them again.`,
      href: `/content_studio?table=${id}`,
    }
  return {
    title: failed === 1 ? '1 translation failed' : `${failed} translations failed`,
    body: `Open “${title}” and choose Translate to see why, and try again.`,
    href: `/content_studio?project=${sourceProjectId}&pane=edit`,
  }
}

/** Queues running batches again. One that has a job keeps it. */
export async function followBatches({ db, jobs, config }: BatchParts): Promise<void> {
  await db.asSystem(async (tx) => {
    const running = await tx
      .select({ userId: slideshowBatches.userId, batchId: slideshowBatches.id })
      .from(slideshowBatches)
      .where(and(eq(slideshowBatches.state, 'running'), hasPlan(config, slideshowBatches.userId)))
    for (const run of running) await jobs.send(writeBatchJob, run, { tx, key: run.batchId })
  })
}

export function batchWork(services: () => BatchParts): Work[] {
  return [
    workFor(writeBatchJob, (run, { signal }) => runBatch(services(), run, { signal })),
    workFor(followBatchesJob, () => followBatches(services())),
  ]
}
