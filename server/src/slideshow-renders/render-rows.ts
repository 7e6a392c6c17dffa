import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, sql, type SQL } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import type { RenderFailure } from '../db/schema-render-queue.ts'
import { renders } from '../db/schema-renders.ts'
import { lockFor } from '../db/lock-for.ts'
import { removeFiles, type FileStorage } from '../storage/stored-files.ts'

export type RenderRow = typeof renders.$inferSelect
export type NewRender = Pick<
  typeof renders.$inferInsert,
  'id' | 'projectId' | 'companyId' | 'version' | 'title' | 'type' | 'format' | 'slides' | 'video'
>

/** Unfinished renders per owner, each with its slides. */
const UNFINISHED_MAX = 10
const RETRY_SECONDS = 30
/** An attempt without a sign of life for this long is over. */
const LEASE_SECONDS = 30
/** The third process that dies with a render was the last. */
const ATTEMPTS_MAX = 3
const BATCH = 100

const UNFINISHED = ['waiting', 'running'] as const

const isOwn = (ownerId: string, id: string) => and(eq(renders.userId, ownerId), eq(renders.id, id))

/** Queues a render once: a repeated id finds the earlier one. Throws RATE_LIMITED. */
export async function insertRender(tx: Tx, ownerId: string, render: NewRender): Promise<RenderRow> {
  // Serialized, so that concurrent requests are all counted.
  await lockFor(tx, `renders:${ownerId}`)
  const [earlier] = await tx.select().from(renders).where(isOwn(ownerId, render.id))
  if (earlier) return earlier
  const unfinished = await tx.$count(renders, and(eq(renders.userId, ownerId), inArray(renders.status, [...UNFINISHED])))
  if (unfinished >= UNFINISHED_MAX) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
  const [row] = await tx
    .insert(renders)
    .values({ ...render, userId: ownerId })
    .returning()
  if (!row) throw new Error('Insert returned no render')
  return row
}

/** Throws NOT_FOUND for another owner's, and for an expired one. */
export async function readRender(db: Db, ownerId: string, id: string): Promise<RenderRow> {
  const [row] = await db.asUser(ownerId, (tx) => tx.select().from(renders).where(isOwn(ownerId, id)))
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Cancels an unfinished render, and deletes the file of a finished one. Its process notices with its next sign of life. */
export async function cancelRender(storage: FileStorage, ownerId: string, id: string): Promise<RenderRow> {
  const { row, path } = await storage.db.asUser(ownerId, async (tx) => {
    const [before] = await tx.select({ path: renders.path }).from(renders).where(isOwn(ownerId, id)).for('update')
    const [after] = await tx
      .update(renders)
      .set({ status: 'cancelled', slides: null, path: null, bytes: null })
      .where(isOwn(ownerId, id))
      .returning()
    return { row: after, path: before?.path ?? null }
  })
  if (!row) throw new AppError('NOT_FOUND')
  if (path !== null) await removeFiles(storage, ownerId, [path])
  return row
}

/** A render that this process makes, as long as it renews its lease. */
export interface ClaimedRender extends RenderRow {
  attemptId: string
  /** Below 0: every process that had it died. */
  attemptsLeft: number
}

/** Claims the next render in turns of owners: of the one whose last render began longest ago. */
export async function claimRender(db: Db): Promise<ClaimedRender | null> {
  const attemptId = randomUUID()
  const [row] = await db.asSystem((tx) =>
    tx
      .update(renders)
      .set({ status: 'running', attemptId, leaseUntil: LEASE, attempts: sql`${renders.attempts} + 1`, startedAt: sql`now()` })
      .where(
        sql`${renders.id} = (
          select due.id from ${renders} due
          where (due.status = 'waiting' or due.status = 'running' and due.lease_until < now()) and due.expires_at > now()
          order by (select max(earlier.started_at) from ${renders} earlier where earlier.user_id = due.user_id) nulls first,
            due.created_at, due.id
          limit 1 for update of due skip locked)`,
      )
      .returning(),
  )
  return row ? { ...row, attemptId, attemptsLeft: ATTEMPTS_MAX - row.attempts } : null
}

const LEASE = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

type Attempt = Pick<ClaimedRender, 'id' | 'attemptId'>

async function changeAttempt(tx: Tx, { id, attemptId }: Attempt, set: Partial<Record<keyof RenderRow, unknown>>): Promise<boolean> {
  const isHeld = and(eq(renders.id, id), eq(renders.attemptId, attemptId), eq(renders.status, 'running'))
  const changed = await tx
    .update(renders)
    .set(set as Partial<typeof renders.$inferInsert>)
    .where(isHeld)
    .returning({ id: renders.id })
  return changed.length > 0
}

/** Renews the lease; false if the render was cancelled or another process has it. */
export function renewLease(db: Db, attempt: Attempt, progress: number): Promise<boolean> {
  return db.asSystem((tx) => changeAttempt(tx, attempt, { progress, leaseUntil: LEASE }))
}

/** Leaves the render to another attempt, after a pause or at once. */
export function releaseRender(db: Db, attempt: Attempt, { isPaused }: { isPaused: boolean }): Promise<boolean> {
  return db.asSystem((tx) => changeAttempt(tx, attempt, isPaused ? { leaseUntil: LEASE } : { status: 'waiting', leaseUntil: null }))
}

const DAY_FROM_NOW = sql`now() + interval '1 day'`

/** Ends the attempt; false if it isn't the current one any more. */
export function endRender(
  db: Db,
  attempt: Attempt,
  result: { path: string; bytes: number } | { failure: RenderFailure },
): Promise<boolean> {
  const ended = 'failure' in result ? { status: 'failed' } : { status: 'done', progress: 1 }
  return db.asSystem((tx) => changeAttempt(tx, attempt, { ...result, ...ended, slides: null, leaseUntil: null, expiresAt: DAY_FROM_NOW }))
}

/** Deletes renders a day after their end. The file goes first: a row without its file is found again, the reverse isn't. */
export async function deleteExpiredRenders({ db, store }: FileStorage): Promise<void> {
  const isExpired: SQL = lt(renders.expiresAt, sql`now()`)
  for (;;) {
    const expired = await db.asSystem((tx) =>
      tx.select({ id: renders.id, userId: renders.userId, path: renders.path }).from(renders).where(isExpired).limit(BATCH),
    )
    if (expired.length === 0) return
    for (const [ownerId, rows] of Map.groupBy(expired, ({ userId }) => userId)) {
      await removeFiles(
        { db, store },
        ownerId,
        rows.flatMap(({ path }) => path ?? []),
      )
    }
    const ids = expired.map(({ id }) => id)
    await db.asSystem((tx) => tx.delete(renders).where(and(inArray(renders.id, ids), isExpired)))
  }
}
