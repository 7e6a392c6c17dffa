import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { BATCHES_LISTED } from '@ninesixteen/shared/api/limits'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { UNFINISHED_STATES } from '@ninesixteen/shared/public-api/run-states'
import { hasPlan, type PlanRule } from '../auth/has-plan.ts'
import type { Db, Tx } from '../db/db.ts'
import { runs } from '../db/schema-runs.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { requireSpareCall } from '../generation/ai-quota.ts'
import { GenerationFailed, passingSeconds } from '../generation/generate-whole.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'
import { defineJob, workFor, type Work } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { bindRun, Continue, defineRun, type BoundRun, type Ending, type RunContext, type RunRow } from '../runs/run-kind.ts'
import { requestRun } from '../runs/run-rows.ts'
import { isBatch, isWaitingRow, rowsOf, setRows, titleOf, type BatchEntry } from './batch-rows.ts'
import { isWrittenByAi, writeRow, type RowDeps, type RowStep } from './write-row.ts'

/** Writes the rows of a table, or the translations of a slideshow. Its id is that of the batch. */
const batchRun = defineRun({
  name: 'slideshow-batch',
  input: z.object({}),
  payload: z.null(),
  result: z.null(),
  abandoned: 'INTERNAL',
  limits: {
    perProcess: 4,
    perUser: 2,
    unfinishedPerUser: 2 * BATCHES_LISTED,
    retries: 5,
    retryAfter: 5,
    retryAfterMax: 300,
    retention: 24 * 60 * 60,
  },
})

export interface BatchDeps extends RowDeps {
  config: PlanRule
  jobs: Jobs
  log: Logger
}

type BatchRun = RunContext<object, null>

/** Pause after an error that passes by itself, in seconds. */
const PAUSE_SECONDS = 5
/** Interval at which a batch looks for its user's plan, in seconds. */
const PLAN_SECONDS = 60 * 60
const PLAN_ENDED = 'Your plan has ended. Writing continues once you have the Pro plan again.'

export function bindBatchRun(services: () => BatchDeps): BoundRun {
  return bindRun(batchRun, {
    step: (run) => writeNextRow(services(), run),
    onEnd: (tx, run, ending) => endBatch(services(), tx, { run, ending }),
  })
}

/** Requests the run of a batch, in the transaction that gives it rows to write. */
export async function requestBatchRun(tx: Tx, { id, userId, title, sourceProjectId: projectId }: BatchEntry): Promise<void> {
  await requestRun(tx, userId, { kind: batchRun, run: { id, title, companyId: null, projectId, input: {}, payload: null } })
}

/**
 * Writes one row, so that users take turns row by row. A row's slideshow has an id that derives from the row, and the row names it once it is whole:
 * killed at any point and started again, no row is written twice and none is left out.
 */
async function writeNextRow(deps: BatchDeps, run: BatchRun): Promise<null | Continue> {
  const { next, done, total } = await readNextRow(deps, run)
  run.progress({ done, total, note: next ? titleOf(next.row) : null })
  if (next === undefined) return null
  const { isPro, ...step } = next
  return isPro ? settleRow(deps, { ...step, run }) : new Continue(PLAN_SECONDS, PLAN_ENDED)
}

function readNextRow({ config, db }: BatchDeps, { userId, id }: BatchRun) {
  const batchRows = rowsOf({ userId, id })
  const isWaiting = eq(slideshowBatchRows.state, 'waiting')
  // Only the system reads who has a plan.
  return db.asSystem(async (tx) => {
    const [next] = await tx
      .select({ batch: slideshowBatches, row: slideshowBatchRows, isPro: hasPlan(config, slideshowBatches.userId) })
      .from(slideshowBatchRows)
      .innerJoin(slideshowBatches, eq(slideshowBatches.id, slideshowBatchRows.batchId))
      .where(and(batchRows, isWaiting, eq(slideshowBatches.state, 'running')))
      .orderBy(asc(slideshowBatchRows.line))
      .limit(1)
    const total = await tx.$count(slideshowBatchRows, batchRows)
    return { next, total, done: await tx.$count(slideshowBatchRows, and(batchRows, ne(slideshowBatchRows.state, 'waiting'))) }
  })
}

/** Writes a row, or notes why that failed. */
async function settleRow(deps: BatchDeps, step: RowStep): Promise<Continue> {
  const { batch, row, run } = step
  try {
    if (isWrittenByAi(step)) await requireSpareCall(deps.db, row.userId)
    await writeRow(deps, step)
  } catch (error) {
    if (run.signal.aborted) throw error
    // The batch was deleted, or a process of an earlier version works on it.
    if (error instanceof Superseded) return new Continue(PAUSE_SECONDS)
    if (!(error instanceof AppError || error instanceof GenerationFailed)) throw error
    const { code, message } = error
    const seconds = passingSeconds(error, PAUSE_SECONDS)
    if (seconds !== null) return new Continue(seconds, code === 'AI_BUDGET' ? message : null)
    deps.log.info({ batchId: batch.id, line: row.line, code }, 'A row of a batch failed')
    const failed = { state: 'failed', message, updatedAt: sql`now()` } as const
    await run.write((tx) => tx.update(slideshowBatchRows).set(failed).where(isWaitingRow(row)))
  }
  return new Continue(0)
}

/** Ends a batch with its run, and notifies the user if rows failed. */
async function endBatch({ jobs }: BatchDeps, tx: Tx, { run, ending }: { run: RunRow; ending: Ending<null> }): Promise<void> {
  const { userId, id } = run
  if (ending.state === 'cancelled') await setRows(tx, run, { from: ['waiting'], to: 'cancelled' })
  if (ending.state === 'failed') {
    const { code, details } = ending.error
    await setRows(tx, run, { from: ['waiting'], to: 'failed', message: new AppError(code as ErrorCode, details).message })
  }
  const [ended] = await tx
    .update(slideshowBatches)
    .set({ state: ending.state === 'cancelled' ? 'cancelled' : 'done', updatedAt: sql`now()` })
    .where(
      and(
        isBatch(run),
        eq(slideshowBatches.state, 'running'),
        // A process of an earlier version may request rows meanwhile.
        sql`not exists (select from slideshow_batch_rows where batch_id = ${id} and state = 'waiting')`,
      ),
    )
    .returning({ title: slideshowBatches.title, sourceProjectId: slideshowBatches.sourceProjectId })
  if (!ended || ending.state === 'cancelled') return
  const failed = await tx.$count(slideshowBatchRows, and(rowsOf(run), eq(slideshowBatchRows.state, 'failed')))
  if (failed === 0) return
  await notify(jobs, tx, { userId, kind: 'attention', cause: `slideshow batch ${id}`, ...failureOf({ ...ended, id, failed }) })
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

/** Requests the runs of batches that a process of version 0.3.0 or earlier left unfinished. */
export async function adoptBatches({ db }: { db: Db }): Promise<void> {
  const isUnfinished = and(eq(runs.id, slideshowBatches.id), inArray(runs.state, [...UNFINISHED_STATES]))
  const left = await db.asSystem((tx) =>
    tx
      .select({ batch: slideshowBatches })
      .from(slideshowBatches)
      .leftJoin(runs, isUnfinished)
      .where(and(eq(slideshowBatches.state, 'running'), isNull(runs.id))),
  )
  for (const { batch } of left) await db.asUser(batch.userId, (tx) => requestBatchRun(tx, batch))
}

/** Sent by version 0.3.0 and earlier. */
const writeBatchJob = defineJob({
  name: 'write-slideshow-batch',
  data: z.object({ userId: z.string(), batchId: z.uuid() }),
  retries: 5,
  seconds: 60,
  isOneOfKey: true,
})

export function batchWork(services: () => { db: Db }): Work {
  return workFor(writeBatchJob, ({ userId, batchId: id }) =>
    services().db.asUser(userId, async (tx) => {
      const isRunning = and(isBatch({ userId, id }), eq(slideshowBatches.state, 'running'))
      const [batch] = await tx.select().from(slideshowBatches).where(isRunning)
      if (batch) await requestBatchRun(tx, batch)
    }),
  )
}
