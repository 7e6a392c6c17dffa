import { sql, type SQL } from 'drizzle-orm'
import { UNSENT } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../db/db.ts'

const HELD = 'Held: your Pro plan has ended. It goes out when you have Pro again.'
const WAITS = sql`status = 'pending' and delivery = any(${sql.param([...UNSENT])}::text[])`

/** Marks the posts of a user without the plan as on hold. The publisher itself enforces it. */
export async function holdPosts(tx: Tx, userId: string): Promise<void> {
  await note(tx, userId, { kind: 'held', text: HELD, detail: HELD, which: sql`detail is distinct from ${HELD}` })
}

/** Removes the mark, so that posts go out at their time. */
export async function releasePosts(tx: Tx, userId: string): Promise<void> {
  await note(tx, userId, { kind: 'released', text: 'Goes on: you have Pro again.', detail: null, which: sql`detail = ${HELD}` })
  await tx.execute(sql`select pg_notify('posts_due', '')`)
}

interface Note {
  kind: string
  text: string
  detail: string | null
  which: SQL
}

async function note(tx: Tx, userId: string, { kind, text, detail, which }: Note): Promise<void> {
  await tx.execute(sql`
    with noted as (
      update scheduled_posts set detail = ${detail}, updated_at = now() where user_id = ${userId} and ${WAITS} and ${which} returning id
    ) insert into post_events (user_id, post_id, kind, text) select ${userId}, id, ${kind}, ${text} from noted`)
}

/** Number of posts on hold, now or from a given time. */
export async function countHeld(tx: Tx, userId: string, from: Date | null): Promise<number> {
  const when = from === null ? sql`true` : sql`scheduled_time >= ${from.toISOString()}::timestamptz`
  const { rows } = await tx.execute<{ posts: number }>(
    sql`select count(*)::int as posts from scheduled_posts where user_id = ${userId} and ${WAITS} and ${when}`,
  )
  return rows[0]?.posts ?? 0
}
