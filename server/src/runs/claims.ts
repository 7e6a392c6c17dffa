import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { notifyRunsDue } from '../db/listen.ts'
import { lockFor } from '../db/lock-for.ts'
import { runs } from '../db/schema-runs.ts'
import type { Progress, RunKind, RunRow } from './run-kind.ts'

/** A process renews the leases of its runs far more often. */
const LEASE_SECONDS = 8

const LEASE = sql`now() + make_interval(secs => ${LEASE_SECONDS})`
/** The columns of a run that is claimed. */
export const CLAIMED = { state: 'running', leaseUntil: LEASE, startedAt: sql`clock_timestamp()` } as const

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

/** Whether this claim of the run is the current one. */
export const isHeld = ({ id, attempt }: Claim) => and(eq(runs.id, id), eq(runs.attempt, attempt), eq(runs.state, 'running'))

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

/** Keeps the claim as it is until the transaction ends, and lets its writes take turns; false if it isn't the current one. */
export async function holdClaim(tx: Tx, claim: Claim): Promise<boolean> {
  const rows = await tx.select({ id: runs.id }).from(runs).where(isHeld(claim)).for('no key update')
  return rows.length > 0
}

/** How a run is left to another attempt. */
export interface Return extends Partial<Progress> {
  /** Delay of that attempt. */
  seconds: number
  /** A failure counts towards the limit of a kind; a step that continues ends a series of them. */
  cause: 'failure' | 'continues' | 'interrupted'
}

/** Leaves the run to another attempt; false if the claim isn't the current one. */
export async function returnClaim(tx: Tx, claim: Claim, { seconds, cause, ...progress }: Return): Promise<boolean> {
  const later = sql`now() + make_interval(secs => ${seconds}::float8)`
  const failures = { failure: sql`${runs.failures} + 1`, continues: 0, interrupted: runs.failures }
  const [returned] = await tx
    .update(runs)
    .set({
      ...progress,
      state: 'waiting',
      leaseUntil: null,
      // A request that came while it ran is due now.
      startAfter: cause === 'failure' ? later : sql`case when ${runs.isRequestedAgain} then now() else ${later} end`,
      isRequestedAgain: false,
      failures: sql`${failures[cause]}`,
    })
    .where(isHeld(claim))
    .returning({ isDue: sql<boolean>`${runs.startAfter} <= now()` })
  if (returned?.isDue) await notifyRunsDue(tx)
  return returned !== undefined
}

/** Runs whose lease has ended. */
export function readExpiredClaims(tx: Tx): Promise<RunRow[]> {
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.state, 'running'), lt(runs.leaseUntil, sql`now()`)))
}
