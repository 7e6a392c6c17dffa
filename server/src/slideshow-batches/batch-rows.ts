import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { BATCHES_LISTED } from '@ninesixteen/shared/api/limits'
import type { BatchRow, SlideshowBatch, WholeBatch } from '@ninesixteen/shared/api/slideshow-batches'
import { AppError } from '@ninesixteen/shared/errors'
import { RESERVED_COLUMNS } from '@ninesixteen/shared/slideshow-templates/limits'
import type { Tx } from '../db/db.ts'
import { slideshowBatches, slideshowBatchRows } from '../db/schema-slideshow-batches.ts'

export type BatchEntry = typeof slideshowBatches.$inferSelect
export type RowEntry = typeof slideshowBatchRows.$inferSelect

export const isBatch = ({ userId, id }: Pick<BatchEntry, 'userId' | 'id'>) =>
  and(eq(slideshowBatches.userId, userId), eq(slideshowBatches.id, id))
export const rowsOf = ({ userId, id }: Pick<BatchEntry, 'userId' | 'id'>) =>
  and(eq(slideshowBatchRows.userId, userId), eq(slideshowBatchRows.batchId, id))

/** A row as it was read: once it was cancelled or written, an update touches no row. */
export const isWaitingRow = ({ userId, id }: Pick<RowEntry, 'userId' | 'id'>) =>
  and(eq(slideshowBatchRows.userId, userId), eq(slideshowBatchRows.id, id), eq(slideshowBatchRows.state, 'waiting'))

/** The columns of a batch; its reason is the note of its run while that waits. */
export const batchColumns = {
  ...getTableColumns(slideshowBatches),
  reason: sql<string | null>`(select note from runs where runs.id = slideshow_batches.id and runs.state = 'waiting')`,
}

export async function ownBatch(tx: Tx, userId: string, id: string): Promise<BatchEntry> {
  const [batch] = await tx.select(batchColumns).from(slideshowBatches).where(isBatch({ userId, id }))
  if (!batch) throw new AppError('NOT_FOUND')
  return batch
}

export async function listBatches(tx: Tx, userId: string): Promise<SlideshowBatch[]> {
  const batches = await tx
    .select(batchColumns)
    .from(slideshowBatches)
    .where(and(eq(slideshowBatches.userId, userId), isNull(slideshowBatches.sourceProjectId)))
    .orderBy(desc(slideshowBatches.createdAt), desc(slideshowBatches.id))
    .limit(BATCHES_LISTED)
  const counted = await tx
    .select({ id: slideshowBatchRows.batchId, state: slideshowBatchRows.state, total: sql<number>`count(*)::int` })
    .from(slideshowBatchRows)
    .where(eq(slideshowBatchRows.userId, userId))
    .groupBy(slideshowBatchRows.batchId, slideshowBatchRows.state)
  return batches.map((batch) => toListItem(batch, counted))
}

export async function toPublicBatch(tx: Tx, batch: BatchEntry): Promise<SlideshowBatch> {
  const counted = await tx
    .select({ id: slideshowBatchRows.batchId, state: slideshowBatchRows.state, total: sql<number>`count(*)::int` })
    .from(slideshowBatchRows)
    .where(rowsOf(batch))
    .groupBy(slideshowBatchRows.batchId, slideshowBatchRows.state)
  return toListItem(batch, counted)
}

interface RowChange {
  from: RowEntry['state'][]
  to: RowEntry['state']
  message?: string
}

export async function setRows(tx: Tx, batch: Pick<BatchEntry, 'userId' | 'id'>, { from, to, message }: RowChange): Promise<void> {
  await tx
    .update(slideshowBatchRows)
    .set({ state: to, message: message ?? null, projectId: null, updatedAt: sql`now()` })
    .where(and(rowsOf(batch), inArray(slideshowBatchRows.state, from)))
}

type Counted = readonly { id: string; state: RowEntry['state']; total: number }[]

function toListItem({ id, title, state, reason, createdAt }: BatchEntry, counted: Counted): SlideshowBatch {
  const count = (of: RowEntry['state']) => counted.find((one) => one.id === id && one.state === of)?.total ?? 0
  const counts = { waiting: count('waiting'), done: count('done'), failed: count('failed'), cancelled: count('cancelled') }
  return { id, title, state, reason, counts, createdAt: createdAt.toISOString() }
}

export const cellOf = ({ cells }: Pick<RowEntry, 'cells'>, column: string): string => cells.find(([name]) => name === column)?.[1] ?? ''

/** The title of a row: its topic, else its first text, else the language of a translation. */
export function titleOf(row: Pick<RowEntry, 'cells'>): string {
  const text = row.cells.find(([column]) => !RESERVED_COLUMNS.includes(column))?.[1]
  return cellOf(row, 'topic') || (text ?? cellOf(row, 'language'))
}

export async function listRows(tx: Tx, batch: BatchEntry): Promise<RowEntry[]> {
  return tx.select().from(slideshowBatchRows).where(rowsOf(batch)).orderBy(asc(slideshowBatchRows.line))
}

export async function toWholeBatch(tx: Tx, batch: BatchEntry): Promise<WholeBatch> {
  return { ...(await toPublicBatch(tx, batch)), rows: (await listRows(tx, batch)).map(toPublicRow) }
}

const toPublicRow = (row: RowEntry): BatchRow => ({
  line: row.line,
  title: titleOf(row),
  state: row.state,
  projectId: row.projectId,
  message: row.message,
})
