import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'
import { renderQueue, type RenderFailure } from '../db/schema-render-queue.ts'
import { queueOf, type RenderKind } from './render-task.ts'
import { isQueued, isOrphaned, hasLiveWorker, notifyDue } from './queue-state.ts'

/* What the process that asks for a drawing does with its row. */

/** For how long a drawing is wanted when nobody says so again, in seconds. */
const WANTED_SECONDS = 30

export interface RenderRequest {
  id: string
  userId: string
  kind: RenderKind
  work: string
  path: string
  /** The call that waits for it. */
  asker: string
  /** The key under which the page may ask for it again. */
  wish?: string | undefined
  /** Most that one person, and all together, may have waiting in this line. */
  ofOne: number
  ofAll: number
}

/** `nobody`: no living process draws for others. */
type Refused = 'nobody' | 'too many of one' | 'too many'
/** Where it is: what another call has asked for under the same key keeps its place. */
export type EnqueueResult = { id: string; path: string } | Refused

/** Two calls under one key may come at the same moment; the later one finds what the earlier one has placed. */
const TRIES = 3

/**
 * Puts a drawing into its line, if anybody draws. Turns are as in any fair queue: the first one of a person stands beside the foremost of all
 * others, the next ones behind it one by one, however many somebody asks for at once. What was asked for under the same key is taken up.
 */
export async function enqueueRender(db: Pick<Db, 'asSystem'>, asking: RenderRequest): Promise<EnqueueResult> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const asked = await db.asSystem(async (tx) => (await takeUp(tx, asking)) ?? (await placeAnew(tx, asking)))
    if (asked) return asked
  }
  return 'too many of one'
}

/** What another call waits for under this key, or waited for until its process ended, is this one's from now on. */
async function takeUp(tx: Tx, { userId, wish, asker }: RenderRequest): Promise<{ id: string; path: string } | null> {
  if (wish === undefined) return null
  const isIt = sql`user_id = ${userId} and wish = ${wish}`
  const { rows } = await tx.execute<{ id: string; path: string }>(sql`
    update ${renderQueue} set asker = ${asker}, wanted_until = now() + make_interval(secs => ${WANTED_SECONDS})
    where ${isIt} and wanted_until > now() returning id, path`)
  // One that nobody has wanted for so long is being cleared away already.
  if (!rows[0]) await tx.execute(sql`update ${renderQueue} set wish = null where ${isIt} and wanted_until <= now()`)
  return rows[0] ?? null
}

/** Null where another call has placed it meanwhile. */
async function placeAnew(
  tx: Tx,
  { id, userId, kind, work, path, asker, wish, ofOne, ofAll }: RenderRequest,
): Promise<EnqueueResult | null> {
  const inLine = isQueued(queueOf(kind))
  const { rows } = await tx.execute<{ living: boolean; mine: number; waiting: number; placed: boolean }>(sql`
      with facts as (
        select ${hasLiveWorker} as living,
          (select count(*)::int from ${renderQueue} where ${inLine} and state = 'waiting') as waiting,
          (select count(*)::int from ${renderQueue} where ${inLine} and user_id = ${userId} and state <> 'left' and wanted_until > now()
            and (wish is null or wish is distinct from ${wish ?? null})) as mine,
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
        select ${id}, ${userId}, ${kind}, ${work}, ${path}, turn, now() + make_interval(secs => ${WANTED_SECONDS}), ${asker}, ${wish ?? null}
        from facts where living and mine < ${ofOne} and waiting < ${ofAll}
        on conflict (user_id, wish) where wish is not null do nothing
        returning 1
      )
      select living, mine, waiting, exists (select from placed) as placed from facts`)
  const [facts] = rows
  if (!facts?.living) return 'nobody'
  if (facts.mine >= ofOne) return 'too many of one'
  if (facts.waiting >= ofAll) return 'too many'
  if (!facts.placed) return null
  await notifyDue(tx)
  return { id, path }
}

export interface QueuedRender extends Record<string, unknown> {
  id: string
  /** Another one than asks here when another call has taken it up. */
  asker: string | null
  state: (typeof renderQueue.$inferSelect)['state']
  bytes: number | null
  failure: RenderFailure | null
  /** Nobody draws it, and nobody is there who could. */
  isStuck: boolean
}

/** A drawing, and the call that waits for it. */
export interface RenderStatus {
  id: string
  asker: string
}

/** How these stand; those that are still there, and still waited for by these calls, are wanted for longer. */
export async function readRenders(db: Pick<Db, 'asSystem'>, asked: readonly RenderStatus[]): Promise<QueuedRender[]> {
  const these = sql`id = any(${sql.param(asked.map(({ id }) => id))}::uuid[])`
  const ours = sql`asker = any(${sql.param(asked.map(({ asker }) => asker))}::uuid[])`
  const { rows } = await db.asSystem((tx) =>
    tx.execute<QueuedRender>(sql`
      with renewed as (
        update ${renderQueue} set wanted_until = now() + make_interval(secs => ${WANTED_SECONDS})
        where ${these} and ${ours} and wanted_until < now() + make_interval(secs => ${(WANTED_SECONDS * 2) / 3})
      )
      select id, asker, state, bytes::float8 as bytes, failure,
        (state = 'waiting' or ${isOrphaned}) and not ${hasLiveWorker} as "isStuck"
      from ${renderQueue} where ${these}`),
  )
  return rows
}

/** Takes back what nobody draws; false when somebody does after all. */
export async function cancelRender(db: Pick<Db, 'asSystem'>, { id, asker }: RenderStatus): Promise<boolean> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute(sql`delete from ${renderQueue} where id = ${id} and asker = ${asker} and (state = 'waiting' or ${isOrphaned}) returning id`),
  )
  return rows.length > 0
}

/**
 * Says that this call does not wait any more; what another call has taken up stays as it is. One that is in hand is its worker's to clear
 * away; true when it is in the store, and has to be removed from there before it is forgotten.
 */
export async function detachRender(db: Pick<Db, 'asSystem'>, { id, asker }: RenderStatus): Promise<boolean> {
  return db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ state: string }>(
      sql`select state from ${renderQueue} where id = ${id} and asker = ${asker} for update`,
    )
    const state = rows[0]?.state
    if (state === 'drawn' || state === 'taken') {
      // Nobody takes it up any more either.
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
