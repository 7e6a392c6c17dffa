import { and, eq, sql } from 'drizzle-orm'
import { BATCHES_LISTED } from '@ninesixteen/shared/api/limits'
import type { SlideshowBatch, SlideshowTable } from '@ninesixteen/shared/api/slideshow-batches'
import { AppError } from '@ninesixteen/shared/errors'
import { FAILURE_COLUMNS } from '@ninesixteen/shared/slideshow-templates/limits'
import type { Db, Tx } from '../db/db.ts'
import { requireFewerRows, type RowLimit } from '../db/row-limits.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { lockFor } from '../db/lock-for.ts'
import { requestDigest } from '../idempotency/idempotency-keys.ts'
import { writeLines } from '../posts/csv/export-posts.ts'
import type { Runs } from '../runs/runs.ts'
import { batchColumns, cellOf, isBatch, listRows, ownBatch, setRows, toPublicBatch, toWholeBatch, type BatchEntry } from './batch-rows.ts'
import { planTable } from './plan-rows.ts'
import { requestBatchRun } from './run-batch.ts'

export const BATCHES_MAX: RowLimit = { table: slideshowBatches, limit: BATCHES_LISTED, plural: 'tables' }
/** A fault of the columns concerns every line. */
const HEAD_LINE = 1

interface BatchServices {
  db: Db
  runs: Pick<Runs, 'cancel'>
}

export function checkTable({ db }: { db: Db }, userId: string, table: SlideshowTable) {
  return db.asUser(userId, async (tx) => {
    const { planned, faults } = await planTable(tx, userId, table)
    const rows = planned.map(({ shown }) => shown)
    return {
      rows,
      faults: faults.toSorted((one, other) => one.line - other.line),
      requests: rows.filter(({ isWritten }) => isWritten).length,
    }
  })
}

/** The batch of an earlier request with this id; null for the first. Two clicks at once are one. Throws REQUEST_REUSED. */
export async function findStarted(
  tx: Tx,
  userId: string,
  { requestId, digest }: { requestId: string; digest: string },
): Promise<BatchEntry | null> {
  await lockFor(tx, `slideshow-batch:${requestId}`)
  const mine = and(eq(slideshowBatches.userId, userId), eq(slideshowBatches.requestId, requestId))
  const [earlier] = await tx.select(batchColumns).from(slideshowBatches).where(mine)
  if (earlier && earlier.requestDigest !== digest) throw new AppError('REQUEST_REUSED')
  return earlier ?? null
}

export interface BatchStart extends SlideshowTable {
  requestId: string
  title: string
}

/** Starts the lines of a table that have no fault. The same request again starts nothing further. */
export function startBatch({ db }: { db: Db }, userId: string, { requestId, title, ...table }: BatchStart): Promise<SlideshowBatch> {
  return db.asUser(userId, async (tx) => {
    const digest = requestDigest('slideshow-table', table)
    const earlier = await findStarted(tx, userId, { requestId, digest })
    if (earlier) return toPublicBatch(tx, earlier)
    const { planned, faults, template } = await planTable(tx, userId, table)
    if (planned.length === 0 || faults.some(({ line }) => line === HEAD_LINE))
      throw new AppError('TABLE_REFUSED', { count: new Set(faults.map(({ line }) => line)).size })
    await requireFewerRows(tx, userId, BATCHES_MAX)
    const of = {
      usesTemplate: template !== null,
      templateId: table.templateId,
      contentType: template?.contentType ?? table.contentType,
      look: table.look,
    }
    const [batch] = await tx
      .insert(slideshowBatches)
      .values({ userId, requestId, requestDigest: digest, title, ...of })
      .returning()
    if (!batch) throw new Error('Insert returned no batch')
    const rows = planned.map(({ shown, cells, companyId }) => ({ userId, batchId: batch.id, line: shown.line, cells, companyId }))
    await tx.insert(slideshowBatchRows).values(rows)
    await requestBatchRun(tx, batch)
    return toPublicBatch(tx, batch)
  })
}

export function readBatch({ db }: { db: Db }, userId: string, id: string) {
  return db.asUser(userId, async (tx) => toWholeBatch(tx, await ownBatch(tx, userId, id)))
}

/** Rows that wait are cancelled; a slideshow that is being written is finished, and then belongs to no row. */
export async function cancelBatch({ db, runs }: BatchServices, userId: string, id: string): Promise<SlideshowBatch> {
  const isRunning = await db.asUser(userId, async (tx) => {
    const batch = await ownBatch(tx, userId, id)
    // A batch of an earlier version has no run yet.
    if (batch.state === 'running') await requestBatchRun(tx, batch)
    return batch.state === 'running'
  })
  if (isRunning) await runs.cancel(userId, id)
  return db.asUser(userId, async (tx) => toPublicBatch(tx, await ownBatch(tx, userId, id)))
}

/** Writes failed and cancelled rows again. The run is locked first, as when it ends. */
export function retryBatch({ db }: { db: Db }, userId: string, id: string): Promise<SlideshowBatch> {
  return db.asUser(userId, async (tx) => {
    const batch = await ownBatch(tx, userId, id)
    await requestBatchRun(tx, batch)
    await setRows(tx, batch, { from: ['failed', 'cancelled'], to: 'waiting' })
    const running = { state: 'running', updatedAt: sql`now()` } as const
    await tx.update(slideshowBatches).set(running).where(isBatch(batch))
    return toPublicBatch(tx, { ...batch, state: 'running', reason: null })
  })
}

/** The failed lines with their cells and reasons; the file can be corrected and read again. */
export function failuresOf({ db }: { db: Db }, userId: string, id: string): Promise<string> {
  return db.asUser(userId, async (tx) => {
    const rows = (await listRows(tx, await ownBatch(tx, userId, id))).filter(({ state }) => state === 'failed')
    const failure: readonly string[] = FAILURE_COLUMNS
    const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column)))].filter((column) => !failure.includes(column))
    const lines = rows.map((row) => [...columns.map((column) => cellOf(row, column)), String(row.line), row.message ?? ''])
    return `\ufeff${writeLines([[...columns, ...FAILURE_COLUMNS], ...lines])}`
  })
}

export async function removeBatch(services: BatchServices, userId: string, id: string): Promise<void> {
  await cancelBatch(services, userId, id)
  await services.db.asUser(userId, (tx) => tx.delete(slideshowBatches).where(isBatch({ userId, id })))
}
