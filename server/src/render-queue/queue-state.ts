import { sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { renderQueue } from '../db/schema-render-queue.ts'
import { processes } from '../db/schema-store.ts'
import type { RenderQueueName } from './render-task.ts'

/** A process that draws says every five seconds that it is there; after this long of silence its work is another's. */
const SILENT_SECONDS = 20

const isDrawing = sql`p.draws and p.beat_at > now() - make_interval(secs => ${SILENT_SECONDS})`

export const hasLiveWorker = sql`exists (select from ${processes} p where ${isDrawing})`

/** Taken by a process that is gone, or that draws no more. */
export const isOrphaned = sql`(${renderQueue}.state = 'taken'
  and not exists (select from ${processes} p where p.id = ${renderQueue}.worker and ${isDrawing}))`

export function isQueued(line: RenderQueueName) {
  return line === 'films' ? sql`kind = 'video'` : sql`kind <> 'video'`
}

/*
 * PostgreSQL lets one transaction that notifies commit at a time, and each would wait for the disk, or for a synchronous replica, while the next ones wait
 * for it. None of them does: what a crash of the database takes back of a drawing is drawn again.
 */

/** Tells those who draw, once the transaction is committed. */
export async function notifyDue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify('drawings_due', ''), set_config('synchronous_commit', 'off', true)`)
}

/** Tells those who wait for a drawing. */
export async function notifyDone(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify('drawings_done', ''), set_config('synchronous_commit', 'off', true)`)
}
