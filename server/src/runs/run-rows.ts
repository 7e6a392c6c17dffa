import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { UNFINISHED_STATES } from '@ninesixteen/shared/public-api/run-states'
import type { Tx } from '../db/db.ts'
import { notifyRunsDue } from '../db/listen.ts'
import { lockFor } from '../db/lock-for.ts'
import { runs } from '../db/schema-runs.ts'
import { CLAIMED, isHeld, type Claim } from './claims.ts'
import { addRunWebhook } from './public-run.ts'
import type { Ending, Progress, RunKind, RunRow, RunWork } from './run-kind.ts'

/** Retry-After for a user with too many unfinished runs, in seconds. */
const RETRY_SECONDS = 30

export interface NewRun<Input, Payload> {
  /** The idempotency key: chosen by the caller, or derived from what the run is for. */
  id: string
  title: string
  companyId: string | null
  projectId: string | null
  input: Input
  payload: Payload
}

export interface RunRequest<Input, Payload> {
  kind: RunKind<Input, Payload>
  run: NewRun<Input, Payload>
}

/** Queues a run once: a repeated id finds the earlier one. Throws RATE_LIMITED for a user with too many unfinished runs. */
export async function insertRun<Input, Payload>(tx: Tx, userId: string, { kind, run }: RunRequest<Input, Payload>): Promise<RunRow> {
  await lockFor(tx, `runs ${kind.name} ${userId}`)
  const ofKind = and(eq(runs.userId, userId), eq(runs.kind, kind.name))
  const [earlier] = await tx
    .select()
    .from(runs)
    .where(and(ofKind, eq(runs.id, run.id)))
  if (earlier) return earlier
  const unfinished = await tx.$count(runs, and(ofKind, inArray(runs.state, [...UNFINISHED_STATES])))
  if (unfinished >= kind.limits.unfinishedPerUser)
    throw new AppError('RATE_LIMITED', { seconds: kind.limits.unfinishedSeconds ?? RETRY_SECONDS })
  const [row] = await tx
    .insert(runs)
    .values({ ...run, userId, kind: kind.name })
    .onConflictDoNothing()
    .returning()
  // The id is another user's, or another kind's.
  if (!row) throw new AppError('REQUEST_REUSED')
  await notifyRunsDue(tx)
  return row
}

/** The columns of a run that starts over. */
const startedOver = <Input, Payload>(run: NewRun<Input, Payload>) => ({
  ...run,
  ...({
    note: null,
    error: null,
    result: null,
    endedAt: null,
    expiresAt: null,
    done: 0,
    total: null,
    failures: 0,
    isRequestedAgain: false,
  } as const),
  startAfter: sql`now()`,
})

/**
 * Queues a run that may be requested many times, such as the next posts of a content plan. One that has ended starts over, one that waits
 * becomes due, and one that runs starts over when it is done: after each request, a step begins.
 */
export async function requestRun<Input, Payload>(tx: Tx, userId: string, request: RunRequest<Input, Payload>): Promise<RunRow> {
  const { id } = await insertRun(tx, userId, request)
  const marked = await tx
    .update(runs)
    .set({ isRequestedAgain: true })
    .where(and(eq(runs.id, id), eq(runs.state, 'running')))
    .returning()
  const due = await tx
    .update(runs)
    .set({ ...startedOver(request.run), state: 'waiting' })
    .where(and(eq(runs.id, id), ne(runs.state, 'running')))
    .returning()
  await notifyRunsDue(tx)
  const [row] = [...marked, ...due]
  if (!row) throw new AppError('UNAVAILABLE')
  return row
}

/** Queues a run and claims it; one that has ended starts over. Throws UNAVAILABLE if it runs already. */
export async function insertClaimed<Input, Payload>(tx: Tx, userId: string, request: RunRequest<Input, Payload>): Promise<RunRow> {
  const { id } = await insertRun(tx, userId, request)
  const [row] = await tx
    .update(runs)
    .set({ ...startedOver(request.run), ...CLAIMED, attempt: sql`${runs.attempt} + 1` })
    .where(and(eq(runs.id, id), ne(runs.state, 'running')))
    .returning()
  if (!row) throw new AppError('UNAVAILABLE')
  return row
}

export interface RunQuery {
  id: string
  /** Name of its kind; absent for any. */
  kind?: string
  /** No other transaction changes it until this one ends. */
  isLocked?: boolean
}

/** The user's run; throws NOT_FOUND for another user's, for one of another kind, and for a deleted one. */
export async function readRun(tx: Tx, userId: string, { id, kind, isLocked = false }: RunQuery): Promise<RunRow> {
  const query = tx
    .select()
    .from(runs)
    .where(and(eq(runs.userId, userId), eq(runs.id, id), kind === undefined ? undefined : eq(runs.kind, kind)))
  const [row] = await (isLocked ? query.for('update') : query)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Stores the product of a run so far, for its later attempts. It remains when the run fails or is cancelled. */
export async function saveResult(tx: Tx, id: string, result: unknown): Promise<void> {
  await tx.update(runs).set({ result }).where(eq(runs.id, id))
}

/** Leaves a run that was requested again while it ran to another attempt. */
async function startOver(tx: Tx, claim: Claim): Promise<boolean> {
  const isRequestedAgain = and(isHeld(claim), runs.isRequestedAgain)
  const waiting = {
    state: 'waiting',
    result: null,
    isRequestedAgain: false,
    leaseUntil: null,
    startAfter: sql`now()`,
    failures: 0,
  } as const
  const again = await tx.update(runs).set(waiting).where(isRequestedAgain).returning({ id: runs.id })
  if (again.length > 0) await notifyRunsDue(tx)
  return again.length > 0
}

interface EndedRun<Result> {
  row: RunRow
  kind: RunKind
  work: RunWork<unknown, unknown, Result>
  /** The progress at the end, at the process that worked on it. */
  progress?: Pick<Progress, 'done' | 'total'>
}

/** Ends a run; false if it has ended, or another attempt has begun. One that was requested again while it ran starts over instead. */
export async function endRun<Result>(tx: Tx, { row, kind, work, progress }: EndedRun<Result>, ending: Ending<Result>): Promise<boolean> {
  const isAgain = ending.state === 'done' && (await startOver(tx, row))
  if (isAgain) return true
  const [ended] = await tx
    .update(runs)
    .set({
      state: ending.state,
      payload: null,
      note: null,
      leaseUntil: null,
      ...(progress && { done: progress.done, total: progress.total }),
      ...(ending.state === 'done' && { result: ending.result }),
      ...(ending.state === 'failed' && { error: ending.error }),
      endedAt: sql`now()`,
      expiresAt: sql`now() + make_interval(secs => ${kind.limits.retention}::integer)`,
    })
    .where(and(eq(runs.id, row.id), eq(runs.attempt, row.attempt), inArray(runs.state, [...UNFINISHED_STATES])))
    .returning()
  if (!ended) return false
  await work.onEnd?.(tx, ended, ending)
  await addRunWebhook(tx, ended, ending)
  return true
}

/** Makes runs that continue later due now, and those that failed only if asked. */
export async function bringForward(tx: Tx, { withFailed }: { withFailed: boolean }): Promise<void> {
  await tx
    .update(runs)
    .set({ startAfter: sql`now()` })
    .where(and(eq(runs.state, 'waiting'), withFailed ? undefined : eq(runs.failures, 0)))
}

const isExpired = lt(runs.expiresAt, sql`now()`)

export function readExpiredRuns(tx: Tx, limit: number): Promise<RunRow[]> {
  return tx.select().from(runs).where(isExpired).limit(limit)
}

export async function deleteExpiredRuns(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.delete(runs).where(and(inArray(runs.id, [...ids]), isExpired))
}

/** Removes the result of a run that was done. */
export async function clearResult(tx: Tx, id: string): Promise<RunRow> {
  const [row] = await tx
    .update(runs)
    .set({ state: 'cancelled', result: null })
    .where(and(eq(runs.id, id), eq(runs.state, 'done')))
    .returning()
  if (!row) throw new Error('The run has no result')
  return row
}
