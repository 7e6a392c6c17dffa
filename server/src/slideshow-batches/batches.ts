import { and, eq, inArray, sql } from 'drizzle-orm'
import { BATCHES_LISTED } from '@ninesixteen/shared/api/limits'
import type { SlideshowBatch, SlideshowTable } from '@ninesixteen/shared/api/slideshow-batches'
import { AppError } from '@ninesixteen/shared/errors'
import { FAILURE_COLUMNS } from '@ninesixteen/shared/slideshow-templates/limits'
import type { Db, Tx } from '../db/db.ts'
import { requireFewerRows, type RowLimit } from '../db/row-limits.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'
import { lockFor } from '../db/lock-for.ts'
import { requestDigest } from '../idempotency/idempotency-keys.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { writeLines } from '../posts/csv/export-posts.ts'
import { cellOf, isBatch, listRows, ownBatch, presentBatch, presentWhole, rowsOf, type BatchEntry } from './batch-rows.ts'
import { planTable } from './plan-rows.ts'
import { writeBatchJob } from './run-batch.ts'

export const BATCHES_MAX: RowLimit = { table: slideshowBatches, limit: BATCHES_LISTED, plural: 'tables' }
/** A fault of the columns concerns every line. */
const HEAD_LINE = 1

interface Parts {
  db: Db
  jobs: Jobs
}

export function checkTable({ db }: Parts, userId: string, table: SlideshowTable) {
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
  const [earlier] = await tx.select().from(slideshowBatches).where(mine)
  if (earlier && earlier.requestDigest !== digest) throw new AppError('REQUEST_REUSED')
  return earlier ?? null
}

export interface BatchStart extends SlideshowTable {
  requestId: string
  title: string
}

/** Starts the lines of a table that have no fault. The same request again starts nothing further. */
export function startBatch({ db, jobs }: Parts, userId: string, { requestId, title, ...table }: BatchStart): Promise<SlideshowBatch> {
  return db.asUser(userId, async (tx) => {
    const digest = requestDigest('slideshow-table', table)
    const earlier = await findStarted(tx, userId, { requestId, digest })
    if (earlier) return presentBatch(tx, earlier)
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
    await jobs.send(writeBatchJob, { userId, batchId: batch.id }, { tx, key: batch.id })
    return presentBatch(tx, batch)
  })
}

export function readBatch({ db }: Parts, userId: string, id: string) {
  return db.asUser(userId, async (tx) => presentWhole(tx, await ownBatch(tx, userId, id)))
}

/** Rows that wait are cancelled; one that is being written is finished, and then belongs to no row. */
export function cancelBatch({ db }: Parts, userId: string, id: string): Promise<SlideshowBatch> {
  return db.asUser(userId, async (tx) => {
    const batch = await ownBatch(tx, userId, id)
    // It ended meanwhile.
    if (batch.state !== 'running') return presentBatch(tx, batch)
    await setRows(tx, batch, { from: ['waiting'], to: 'cancelled' })
    return setState(tx, batch, 'cancelled')
  })
}

export function retryBatch({ db, jobs }: Parts, userId: string, id: string): Promise<SlideshowBatch> {
  return db.asUser(userId, async (tx) => {
    const batch = await ownBatch(tx, userId, id)
    await setRows(tx, batch, { from: ['failed', 'cancelled'], to: 'waiting' })
    await jobs.send(writeBatchJob, { userId, batchId: batch.id }, { tx, key: batch.id, bringsForward: true })
    return setState(tx, batch, 'running')
  })
}

type RowState = (typeof slideshowBatchRows.$inferSelect)['state']

async function setRows(tx: Tx, batch: BatchEntry, { from, to }: { from: RowState[]; to: RowState }): Promise<void> {
  await tx
    .update(slideshowBatchRows)
    .set({ state: to, message: null, projectId: null, updatedAt: sql`now()` })
    .where(and(rowsOf(batch), inArray(slideshowBatchRows.state, from)))
}

async function setState(tx: Tx, batch: BatchEntry, state: BatchEntry['state']): Promise<SlideshowBatch> {
  const [changed] = await tx
    .update(slideshowBatches)
    .set({ state, reason: null, updatedAt: sql`now()` })
    .where(isBatch(batch))
    .returning()
  if (!changed) throw new AppError('NOT_FOUND')
  return presentBatch(tx, changed)
}

/** The failed lines with their cells and reasons; the file can be corrected and read again. */
export function failuresOf({ db }: Parts, userId: string, id: string): Promise<string> {
  return db.asUser(userId, async (tx) => {
    const rows = (await listRows(tx, await ownBatch(tx, userId, id))).filter(({ state }) => state === 'failed')
    const failure: readonly string[] = FAILURE_COLUMNS
    const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column)))].filter((column) => !failure.includes(column))
    const lines = rows.map((row) => [...columns.map((column) => cellOf(row, column)), String(row.line), row.message ?? ''])
    return `\ufeff${writeLines([[...columns, ...FAILURE_COLUMNS], ...lines])}`
  })
}

export function removeBatch({ db }: Parts, userId: string, id: string): Promise<void> {
  return db.asUser(userId, async (tx) => {
    const gone = await tx.delete(slideshowBatches).where(isBatch({ userId, id })).returning({ id: slideshowBatches.id })
    if (gone.length === 0) throw new AppError('NOT_FOUND')
  })
}
