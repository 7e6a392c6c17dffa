import { and, count, eq, inArray, lt, not, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { UNFINISHED_STATES } from '@ninesixteen/shared/public-api/run-states'
import type { Tx } from '../db/db.ts'
import { notifyRunsDue } from '../db/listen.ts'
import { lockFor } from '../db/lock-for.ts'
import { runs } from '../db/schema-runs.ts'
import type { Ending, RunKind, RunRow, RunWork } from './run-kind.ts'

/** A process renews the leases of its runs far more often. */
const LEASE_SECONDS = 8
/** Retry-After for a user with too many unfinished runs, in seconds. */
const RETRY_SECONDS = 30

const LEASE = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

export interface NewRun<Input, Payload> {
  /** The idempotency key: chosen by the caller, or derived from what the run is for. */
  id: string
  title: string
  companyId: string | null
  projectId: string | null
  input: Input
  payload: Payload
}

interface RunRequest<Input, Payload> {
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
  if (unfinished >= kind.limits.unfinishedPerUser) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
  const [row] = await tx
    .insert(runs)
    .values({ ...run, userId, kind: kind.name })
    .returning()
  if (!row) throw new Error('Insert returned no run')
  await notifyRunsDue(tx)
  return row
}

/**
 * Queues a run that may be requested many times, such as the next posts of a content plan. One that has ended starts over, one that waits
 * becomes due, and one that runs starts over when it is done: after each request, a step begins.
 */
export async function requestRun<Input, Payload>(tx: Tx, userId: string, request: RunRequest<Input, Payload>): Promise<RunRow> {
  const row = await insertRun(tx, userId, request)
  const isRunning = eq(runs.state, 'running')
  const startedOver = {
    ...({ ...request.run, state: 'waiting', note: null, error: null, result: null, endedAt: null, expiresAt: null } as const),
    ...{ done: 0, total: null, failures: 0, startAfter: sql`now()` },
  }
  const [marked] = await tx
    .update(runs)
    .set({ isRequestedAgain: true })
    .where(and(eq(runs.id, row.id), isRunning))
    .returning()
  if (marked) return marked
  const [due] = await tx
    .update(runs)
    .set(startedOver)
    .where(and(eq(runs.id, row.id), not(isRunning)))
    .returning()
  await notifyRunsDue(tx)
  if (!due) throw new AppError('UNAVAILABLE')
  return due
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

/** How many more runs of a kind a process can take. */
export interface FreePlaces {
  kind: RunKind
  places: number
}

/**
 * Claims due runs, at most one of each user and kind at a time: first those of users with the fewest running ones, then of the users whose
 * last run began longest ago. Serialized, so that the limits hold across processes.
 */
export async function claimRuns(tx: Tx, free: readonly FreePlaces[]): Promise<RunRow[]> {
  await lockFor(tx, 'runs')
  const kinds = sql.param(free.map(({ kind }) => kind.name))
  const numbers = (of: (one: FreePlaces) => number) => sql.param(free.map(of))
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive limits as (
      select kind, per_user, least(places, per_instance - (select count(*) from runs where runs.kind = given.kind and state = 'running')) as places
      from unnest(${kinds}::text[], ${numbers(({ places }) => places)}::integer[], ${numbers(({ kind }) => kind.limits.perUser)}::integer[],
        ${numbers(({ kind }) => kind.limits.perInstance ?? 1_000_000)}::integer[]) as given(kind, places, per_user, per_instance)
    ), users_waiting as (
      (select kind, user_id from runs where state = 'waiting' and kind = any(${kinds}::text[]) order by kind, user_id limit 1)
      union all
      select next.kind, next.user_id from users_waiting before cross join lateral (
        select kind, user_id from runs
        where state = 'waiting' and kind = any(${kinds}::text[]) and (kind, user_id) > (before.kind, before.user_id)
        order by kind, user_id limit 1
      ) next
    ), users as (
      select kind, user_id,
        (select min(start_after) from runs
          where runs.kind = users_waiting.kind and runs.user_id = users_waiting.user_id and state = 'waiting') as first_due,
        (select count(*) from runs where runs.kind = users_waiting.kind and runs.user_id = users_waiting.user_id and state = 'running') as running,
        (select max(started_at) from runs where runs.kind = users_waiting.kind and runs.user_id = users_waiting.user_id) as last_start
      from users_waiting
    ), chosen as (
      select kind, user_id from (
        select kind, user_id, places,
          row_number() over (partition by kind order by running, last_start nulls first, first_due, user_id) as position
        from users join limits using (kind) where running < per_user and first_due <= now()
      ) ranked where position <= places
    )
    update runs set state = 'running', attempt = attempt + 1, lease_until = ${LEASE}, started_at = clock_timestamp()
    from chosen cross join lateral (
      select id from runs due
      where due.kind = chosen.kind and due.user_id = chosen.user_id and due.state = 'waiting' and due.start_after <= now()
      order by due.start_after, due.created_at, due.id limit 1 for update
    ) next
    where runs.id = next.id
    returning runs.id`)
  const ids = rows.map(({ id }) => id)
  return ids.length === 0 ? [] : tx.select().from(runs).where(inArray(runs.id, ids))
}

export type Claim = Pick<RunRow, 'id' | 'attempt'>

const isHeld = ({ id, attempt }: Claim) => and(eq(runs.id, id), eq(runs.attempt, attempt), eq(runs.state, 'running'))

export interface ClaimProgress extends Claim {
  done: number
  total: number | null
  note: string | null
}

/** Renews leases and stores the progress. Returns the runs that are still held. */
export async function renewClaims(tx: Tx, claims: readonly ClaimProgress[]): Promise<Set<string>> {
  const column = (of: (claim: ClaimProgress) => unknown) => sql.param(claims.map(of))
  const { rows } = await tx.execute<{ id: string }>(sql`
    update runs set lease_until = ${LEASE}, done = held.done, total = held.total, note = held.note
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ attempt }) => attempt)}::integer[], ${column(({ done }) => done)}::integer[],
      ${column(({ total }) => total)}::integer[], ${column(({ note }) => note)}::text[]) as held(id, attempt, done, total, note)
    where runs.id = held.id and runs.attempt = held.attempt and runs.state = 'running'
    returning runs.id`)
  return new Set(rows.map(({ id }) => id))
}

/** Keeps the claim as it is until the transaction ends; false if it isn't the current one. */
export async function holdClaim(tx: Tx, claim: Claim): Promise<boolean> {
  const rows = await tx.select({ id: runs.id }).from(runs).where(isHeld(claim)).for('share')
  return rows.length > 0
}

/** Leaves the run to another attempt; false if the claim isn't the current one. */
export async function returnClaim(
  tx: Tx,
  claim: Claim,
  { seconds, note, isFailure = false }: { seconds: number; note?: string | null; isFailure?: boolean },
): Promise<boolean> {
  const returned = await tx
    .update(runs)
    .set({
      state: 'waiting',
      leaseUntil: null,
      startAfter: sql`now() + make_interval(secs => ${seconds}::float8)`,
      ...(note !== undefined && { note }),
      ...(isFailure && { failures: sql`${runs.failures} + 1` }),
    })
    .where(isHeld(claim))
    .returning({ id: runs.id })
  if (seconds === 0) await notifyRunsDue(tx)
  return returned.length > 0
}

/** Leaves a run that was requested again while it ran to another attempt. */
async function startOver(tx: Tx, claim: Claim): Promise<boolean> {
  const isRequestedAgain = and(isHeld(claim), runs.isRequestedAgain)
  const waiting = { state: 'waiting', isRequestedAgain: false, leaseUntil: null, startAfter: sql`now()`, failures: 0 } as const
  const again = await tx.update(runs).set(waiting).where(isRequestedAgain).returning({ id: runs.id })
  if (again.length > 0) await notifyRunsDue(tx)
  return again.length > 0
}

/** Ends a run; false if it has ended, or another attempt has begun. One that was requested again while it ran starts over instead. */
export async function endRun<Result>(
  tx: Tx,
  { row, kind, work }: { row: RunRow; kind: RunKind; work: RunWork<unknown, unknown, Result> },
  ending: Ending<Result>,
): Promise<boolean> {
  const isAgain = ending.state === 'done' && (await startOver(tx, row))
  if (isAgain) return true
  const [ended] = await tx
    .update(runs)
    .set({
      state: ending.state,
      payload: null,
      note: null,
      leaseUntil: null,
      ...(ending.state === 'done' && { result: ending.result, done: sql`coalesce(${runs.total}, ${runs.done})` }),
      ...(ending.state === 'failed' && { error: ending.error }),
      endedAt: sql`now()`,
      expiresAt: sql`now() + make_interval(secs => ${kind.limits.retention}::integer)`,
    })
    .where(and(eq(runs.id, row.id), eq(runs.attempt, row.attempt), inArray(runs.state, [...UNFINISHED_STATES])))
    .returning()
  if (!ended) return false
  await work.onEnd?.(tx, ended, ending)
  return true
}

/** Runs whose lease has ended. */
export function readExpiredClaims(tx: Tx): Promise<RunRow[]> {
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.state, 'running'), lt(runs.leaseUntil, sql`now()`)))
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

/** Unfinished runs by kind, and the age of the longest waiting one that is due, in seconds. */
export function countUnfinished(tx: Tx) {
  const due = sql`filter (where ${runs.state} = 'waiting' and ${runs.startAfter} <= now())`
  return tx
    .select({
      kind: runs.kind,
      state: runs.state,
      runs: count(),
      oldest: sql<number>`coalesce(extract(epoch from now() - min(${runs.startAfter}) ${due}), 0)::float8`,
    })
    .from(runs)
    .where(inArray(runs.state, [...UNFINISHED_STATES]))
    .groupBy(runs.kind, runs.state)
}
