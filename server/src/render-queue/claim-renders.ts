import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { renderQueue, type RenderFailure } from '../db/schema-render-queue.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import type { RenderQueueName, ClaimedRender } from './render-task.ts'
import { isQueued, isOrphaned, notifyDone, notifyDue } from './queue-state.ts'

/* What a process that draws for others does with their rows. `worker` is its id among the processes. */

/** How often a drawing is begun: the third worker that ends with it in hand was the last one. */
const TRIES_MAX = 3
/** How long what nobody wants any more stands, in seconds, and how much of it is cleared away at a time. */
const KEPT_SECONDS = 60
const BATCH = 100

/** The next ones in turn, at most so many. */
export async function claimRenders(
  db: Db,
  worker: string,
  { line, most }: { line: RenderQueueName; most: number },
): Promise<ClaimedRender[]> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute<ClaimedRender & Record<string, unknown>>(sql`
      update ${renderQueue} set state = 'taken', worker = ${worker}, tries = tries + 1
      where id in (
        select id from ${renderQueue} where state = 'waiting' and ${isQueued(line)} and wanted_until > now()
        order by turn, asked_at, id limit ${most} for update skip locked
      )
      returning id, user_id as "userId", kind, work, path`),
  )
  return rows
}

/** Of these, the ones that somebody still waits for and that are still this worker's. */
export async function wantedRenders(db: Db, worker: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute<{ id: string }>(sql`
      select id from ${renderQueue}
      where id = any(${sql.param([...ids])}::uuid[]) and worker = ${worker} and state = 'taken' and wanted_until > now()`),
  )
  return new Set(rows.map(({ id }) => id))
}

/** What came of it: how many bytes stand in the store, or why there are none. False when it is not this worker's any more. */
export async function completeRender(
  db: Db,
  worker: string,
  { id, ...outcome }: { id: string } & ({ bytes: number } | { failure: RenderFailure }),
): Promise<boolean> {
  const [state, bytes, failure] =
    'bytes' in outcome ? (['drawn', outcome.bytes, null] as const) : (['failed', null, JSON.stringify(outcome.failure)] as const)
  return db.asSystem(async (tx) => {
    const { rows } = await tx.execute(sql`
      update ${renderQueue} set state = ${state}, bytes = ${bytes}::bigint, failure = ${failure}::jsonb
      where id = ${id} and worker = ${worker} and state = 'taken' returning id`)
    await notifyDone(tx)
    return rows.length > 0
  })
}

/** Clears away what this worker put into the store for nobody. What another one has taken up since is that one's. */
export async function discardResult(
  { db, store }: { db: Db; store: FileStore },
  { id, path }: Pick<ClaimedRender, 'id' | 'path'>,
): Promise<void> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute(sql`select id from ${renderQueue} where id = ${id} and state <> 'left' and wanted_until > now()`),
  )
  if (rows.length > 0) return
  await store.remove([path])
  await db.asSystem((tx) => tx.execute(sql`delete from ${renderQueue} where id = ${id} and (state = 'left' or wanted_until <= now())`))
}

/** Gives back what this worker has taken and has not in its hands: another one may have it at once. */
export async function releaseClaims(db: Db, worker: string, inHand: readonly string[]): Promise<void> {
  await db.asSystem(async (tx) => {
    const { rows } = await tx.execute(sql`
      update ${renderQueue} set state = 'waiting', worker = null, tries = tries - 1
      where worker = ${worker} and state = 'taken' and not id = any(${sql.param([...inHand])}::uuid[]) returning id`)
    if (rows.length > 0) await notifyDue(tx)
  })
}

/** What workers that are gone had in hand is another's, or, when it was in the hands of several that ended, failed. */
export async function reclaimOrphaned(db: Db): Promise<void> {
  const failure = JSON.stringify({ code: 'SLIDE_TOO_COMPLEX', details: {} } satisfies RenderFailure)
  await db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ state: string }>(sql`
      update ${renderQueue} set worker = null,
        state = case when tries < ${TRIES_MAX} then 'waiting' else 'failed' end,
        failure = case when tries < ${TRIES_MAX} then null else ${failure}::jsonb end
      where ${isOrphaned} returning state`)
    if (rows.some(({ state }) => state === 'waiting')) await notifyDue(tx)
    if (rows.some(({ state }) => state === 'failed')) await notifyDone(tx)
  })
}

/** Removes what was drawn for processes that are gone. The file first: a row without one is found again, a file without a row is not. */
export async function deleteExpired({ db, store }: { db: Db; store: FileStore }): Promise<void> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute<{ id: string; path: string }>(sql`
      select id, path from ${renderQueue}
      where wanted_until < now() - make_interval(secs => ${KEPT_SECONDS}) limit ${BATCH}`),
  )
  if (rows.length === 0) return
  await store.remove(rows.map(({ path }) => path))
  const ids = sql.param(rows.map(({ id }) => id))
  await db.asSystem((tx) =>
    tx.execute(sql`
      delete from ${renderQueue} where id = any(${ids}::uuid[]) and wanted_until < now() - make_interval(secs => ${KEPT_SECONDS})`),
  )
}
