import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { publishAttempts } from '../../db/schema-publishing.ts'
import type { ClaimedPost } from './claim.ts'
import { addEvent } from './transitions.ts'

/** By these the user gives a post a new time. What was tried before says nothing about it any more. */
const RESCHEDULED = sql.raw(`('retried', 'moved', 'settled')`)

export interface AttemptsToCount {
  phase: (typeof publishAttempts.$inferSelect)['phase']
  /** Only attempts that ended with this machine code. */
  code?: string
}

/** How many attempts of a post ended so since its user scheduled it last. */
export async function attemptsSinceScheduled(tx: Tx, postId: string, { phase, code }: AttemptsToCount): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from publish_attempts
    where post_id = ${postId} and phase = ${phase} ${code === undefined ? sql`` : sql`and code = ${code}`}
      and started_at > coalesce((select max(at) from post_events where post_id = ${postId} and kind in ${RESCHEDULED}), '-infinity')`)
  return rows[0]?.count ?? 0
}

/** What kept a post from going out the last time it was tried, in one sentence; null when it was not tried since its user scheduled it last. */
export async function lastSetback(tx: Tx, postId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select text from post_events
    where post_id = ${postId} and kind in ('postponed', 'failed', 'lost')
      and id > coalesce((select max(id) from post_events where post_id = ${postId} and kind in ${RESCHEDULED}), 0)
    order by id desc limit 1`)
  return rows[0]?.text ?? null
}

/** Notes what keeps a post from being tried. A reason that stays the same is noted once. */
export async function noteSetback(tx: Tx, post: Pick<ClaimedPost, 'id' | 'userId'>, reason: string): Promise<void> {
  if ((await lastSetback(tx, post.id)) !== reason) await addEvent(tx, post, { kind: 'postponed', text: reason })
}
