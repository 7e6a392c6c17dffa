import { sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { renderQueue } from '../db/schema-render-queue.ts'
import { processes } from '../db/schema-store.ts'
import type { RenderQueueName } from './render-task.ts'

/** Rendering processes send a heartbeat every five seconds; after this long without one their claims are requeued. */
const SILENT_SECONDS = 20

const isRenderingProcess = sql`p.draws and p.beat_at > now() - make_interval(secs => ${SILENT_SECONDS})`

export const hasLiveWorker = sql`exists (select from ${processes} p where ${isRenderingProcess})`

/** Claimed by a process that is dead, or that no longer renders. */
export const isOrphaned = sql`(${renderQueue}.state = 'taken'
  and not exists (select from ${processes} p where p.id = ${renderQueue}.worker and ${isRenderingProcess}))`

export function isQueued(line: RenderQueueName) {
  return line === 'films' ? sql`kind = 'video'` : sql`kind <> 'video'`
}

/*
 * PostgreSQL serializes commits of transactions that notify, so that each would wait for the others' disk flush or synchronous replica.
 * These commit asynchronously: a render lost in a crash of the database is repeated.
 */

/** Notifies workers when the transaction commits. */
export async function notifyDue(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify('drawings_due', ''), set_config('synchronous_commit', 'off', true)`)
}

/** Notifies waiting requesters. */
export async function notifyDone(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify('drawings_done', ''), set_config('synchronous_commit', 'off', true)`)
}
