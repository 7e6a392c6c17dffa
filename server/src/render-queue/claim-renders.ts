import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { renderQueue, type RenderFailure } from '../db/schema-render-queue.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import type { RenderQueueName, ClaimedRender } from './render-task.ts'
import { isQueued, isOrphaned, notifyDone, notifyDue } from './queue-state.ts'

/* Queries of a process that renders for others. `worker` is its id in `processes`. */

/** Attempts per render: the third worker that dies with it was the last. */
const TRIES_MAX = 3
/** How long an abandoned render stays, in seconds, and how many are deleted at a time. */
const ABANDONED_SECONDS = 60
const BATCH = 100

/** Claims the next renders, up to a limit. */
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

/** The given renders that are still wanted and still this worker's. */
export async function wantedRenders(db: Db, worker: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute<{ id: string }>(sql`
      select id from ${renderQueue}
      where id = any(${sql.param([...ids])}::uuid[]) and worker = ${worker} and state = 'taken' and wanted_until > now()`),
  )
  return new Set(rows.map(({ id }) => id))
}

/** A file as its worker rendered it. */
export interface RenderedFile {
  bytes: number
  sha256: string
}

/** Stores the outcome: the rendered file, or the failure. False if the render isn't this worker's any more. */
export async function completeRender(
  db: Db,
  worker: string,
  { id, ...outcome }: { id: string } & (RenderedFile | { failure: RenderFailure }),
): Promise<boolean> {
  const { bytes, sha256 } = 'bytes' in outcome ? outcome : { bytes: null, sha256: null }
  const [state, failure] = 'failure' in outcome ? ['failed', JSON.stringify(outcome.failure)] : ['drawn', null]
  return db.asSystem(async (tx) => {
    const { rows } = await tx.execute(sql`
      update ${renderQueue} set state = ${state}, bytes = ${bytes}::bigint, sha256 = ${sha256}, failure = ${failure}::jsonb
      where id = ${id} and worker = ${worker} and state = 'taken' returning id`)
    await notifyDone(tx)
    return rows.length > 0
  })
}

/** Deletes the result of an abandoned render, unless another worker has it now. */
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

/** Releases this worker's claims that it isn't working on, so that another one can take them at once. */
export async function releaseClaims(db: Db, worker: string, inHand: readonly string[]): Promise<void> {
  await db.asSystem(async (tx) => {
    const { rows } = await tx.execute(sql`
      update ${renderQueue} set state = 'waiting', worker = null, tries = tries - 1
      where worker = ${worker} and state = 'taken' and not id = any(${sql.param([...inHand])}::uuid[]) returning id`)
    if (rows.length > 0) await notifyDue(tx)
  })
}

/** Requeues claims of dead workers, or fails a render whose workers died repeatedly. */
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

/** Deletes renders of dead requesters. The file goes first: a row without its file is found again, the reverse isn't. */
export async function deleteExpired({ db, store }: { db: Db; store: FileStore }): Promise<void> {
  const { rows } = await db.asSystem((tx) =>
    tx.execute<{ id: string; path: string }>(sql`
      select id, path from ${renderQueue}
      where wanted_until < now() - make_interval(secs => ${ABANDONED_SECONDS}) limit ${BATCH}`),
  )
  if (rows.length === 0) return
  await store.remove(rows.map(({ path }) => path))
  const ids = sql.param(rows.map(({ id }) => id))
  await db.asSystem((tx) =>
    tx.execute(sql`
      delete from ${renderQueue} where id = any(${ids}::uuid[]) and wanted_until < now() - make_interval(secs => ${ABANDONED_SECONDS})`),
  )
}
