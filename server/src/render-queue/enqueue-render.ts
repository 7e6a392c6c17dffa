import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'
import { renderQueue, type RenderFailure } from '../db/schema-render-queue.ts'
import { queueOf, type RenderKind } from './render-task.ts'
import { isQueued, isOrphaned, hasLiveWorker, notifyDue } from './queue-state.ts'

/* Queries of a process that requests a render. */

/** How long a render stays wanted without renewal, in seconds. */
const WANTED_SECONDS = 30

export interface RenderRequest {
  id: string
  userId: string
  kind: RenderKind
  work: string
  path: string
  /** The waiting request's id. */
  callId: string
  /** The idempotency key of the page's request. */
  idempotencyKey?: string | undefined
  /** Queue limits per user and in total. */
  perUser: number
  total: number
}

/** Why nothing was queued; the first value means that no live process renders for others. */
type Refused = 'nobody' | 'too many of one' | 'too many'
/** A render with the same key keeps its position. */
export type EnqueueResult = { id: string; path: string } | Refused

/** Two requests with one key may arrive at once; the later finds the row of the earlier. */
const TRIES = 3

/**
 * Queues a render, if any process renders. Positions as in a fair queue: a user's first render goes next to the front of all other users',
 * the following ones behind it one by one, however many are requested at once. Takes over a render with the same key.
 */
export async function enqueueRender(db: Pick<Db, 'asSystem'>, request: RenderRequest): Promise<EnqueueResult> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const queued = await db.asSystem(async (tx) => (await takeOver(tx, request)) ?? (await insertRender(tx, request)))
    if (queued) return queued
  }
  return 'too many of one'
}

/** Takes over the render with this key from another request, alive or dead. */
async function takeOver(tx: Tx, { userId, idempotencyKey, callId }: RenderRequest): Promise<{ id: string; path: string } | null> {
  if (idempotencyKey === undefined) return null
  const isIt = sql`user_id = ${userId} and wish = ${idempotencyKey}`
  const { rows } = await tx.execute<{ id: string; path: string }>(sql`
    update ${renderQueue} set asker = ${callId}, wanted_until = now() + make_interval(secs => ${WANTED_SECONDS})
    where ${isIt} and wanted_until > now() returning id, path`)
  // An expired render is being deleted.
  if (!rows[0]) await tx.execute(sql`update ${renderQueue} set wish = null where ${isIt} and wanted_until <= now()`)
  return rows[0] ?? null
}

/** Null if another request has inserted it meanwhile. */
async function insertRender(
  tx: Tx,
  { id, userId, kind, work, path, callId, idempotencyKey, perUser, total }: RenderRequest,
): Promise<EnqueueResult | null> {
  const inLine = isQueued(queueOf(kind))
  const { rows } = await tx.execute<{ living: boolean; mine: number; waiting: number; placed: boolean }>(sql`
      with facts as (
        select ${hasLiveWorker} as living,
          (select count(*)::int from ${renderQueue} where ${inLine} and state = 'waiting') as waiting,
          (select count(*)::int from ${renderQueue} where ${inLine} and user_id = ${userId} and state <> 'left' and wanted_until > now()
            and (wish is null or wish is distinct from ${idempotencyKey ?? null})) as mine,
          greatest(
            coalesce(
              (select min(turn) from ${renderQueue} where ${inLine} and state = 'waiting'),
              (select max(turn) from ${renderQueue} where ${inLine} and state = 'taken'),
              0
            ),
            (select max(turn) + 1 from ${renderQueue} where ${inLine} and user_id = ${userId} and state in ('waiting', 'taken'))
          ) as turn
      ), placed as (
        insert into ${renderQueue} (id, user_id, kind, work, path, turn, wanted_until, asker, wish)
        select ${id}, ${userId}, ${kind}, ${work}, ${path}, turn, now() + make_interval(secs => ${WANTED_SECONDS}), ${callId}, ${idempotencyKey ?? null}
        from facts where living and mine < ${perUser} and waiting < ${total}
        on conflict (user_id, wish) where wish is not null do nothing
        returning 1
      )
      select living, mine, waiting, exists (select from placed) as placed from facts`)
  const [facts] = rows
  if (!facts?.living) return 'nobody'
  if (facts.mine >= perUser) return 'too many of one'
  if (facts.waiting >= total) return 'too many'
  if (!facts.placed) return null
  await notifyDue(tx)
  return { id, path }
}

export interface QueuedRender extends Record<string, unknown> {
  id: string
  /** Differs from the caller's if another request took over. */
  callId: string | null
  state: (typeof renderQueue.$inferSelect)['state']
  bytes: number | null
  sha256: string | null
  failure: RenderFailure | null
  /** No worker has it, and none is alive. */
  isStuck: boolean
}

/** A render and the request that waits for it. */
export interface RenderStatus {
  id: string
  callId: string
}

/** Status of the given renders; extends the deadline of those that these requests still wait for. */
export async function readRenders(db: Pick<Db, 'asSystem'>, statuses: readonly RenderStatus[]): Promise<QueuedRender[]> {
  const these = sql`id = any(${sql.param(statuses.map(({ id }) => id))}::uuid[])`
  const ours = sql`asker = any(${sql.param(statuses.map(({ callId }) => callId))}::uuid[])`
  const { rows } = await db.asSystem((tx) =>
    tx.execute<QueuedRender>(sql`
      with renewed as (
        update ${renderQueue} set wanted_until = now() + make_interval(secs => ${WANTED_SECONDS})
        where ${these} and ${ours} and wanted_until < now() + make_interval(secs => ${(WANTED_SECONDS * 2) / 3})
      )
      select id, asker as "callId", state, bytes::float8 as bytes, sha256, failure,
        (state = 'waiting' or ${isOrphaned}) and not ${hasLiveWorker} as "isStuck"
      from ${renderQueue} where ${these}`),
  )
  return rows
}

/** Cancels a render that no worker has; false if one has it after all. */
export async function cancelRender(db: Pick<Db, 'asSystem'>, { id, callId }: RenderStatus): Promise<boolean> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute(
      sql`delete from ${renderQueue} where id = ${id} and asker = ${callId} and (state = 'waiting' or ${isOrphaned}) returning id`,
    ),
  )
  return rows.length > 0
}

/**
 * Stops waiting; a render that another request took over stays. A claimed render is cleaned up by its worker; returns true if the result is
 * in the store, where the caller must delete it first.
 */
export async function detachRender(db: Pick<Db, 'asSystem'>, { id, callId }: RenderStatus): Promise<boolean> {
  return db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ state: string }>(
      sql`select state from ${renderQueue} where id = ${id} and asker = ${callId} for update`,
    )
    const state = rows[0]?.state
    if (state === 'drawn' || state === 'taken') {
      // Clears the key, so that no retry takes it over.
      await tx.execute(sql`update ${renderQueue} set state = 'left', wish = null, wanted_until = now() where id = ${id}`)
      if (state === 'drawn') return true
      await notifyDue(tx)
    } else if (state !== undefined && state !== 'left') await tx.execute(sql`delete from ${renderQueue} where id = ${id}`)
    return false
  })
}

export async function deleteRenders(db: Pick<Db, 'asSystem'>, ids: readonly string[]): Promise<void> {
  await db.asSystem((tx) => tx.execute(sql`delete from ${renderQueue} where id = any(${sql.param([...ids])}::uuid[])`))
}
