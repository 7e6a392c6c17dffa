import type { Tx } from '../db/db.ts'
import { postEvents } from '../db/schema-publishing.ts'

/** What became of a post before it was sent, by what its history calls it. */
export type PostEventKind =
  | 'scheduled'
  | 'drafted'
  | 'moved'
  | 'edited'
  | 'cancelled'
  | 'retried'
  | 'refreshed'
  | 'settled'
  | 'checked'
  | 'failed'

export interface PostEvent {
  postId: string
  kind: PostEventKind
  text: string
}

const ROWS_TOGETHER = 1000

export async function addEvents(tx: Tx, userId: string, events: readonly PostEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += ROWS_TOGETHER) {
    await tx.insert(postEvents).values(events.slice(at, at + ROWS_TOGETHER).map((event) => ({ userId, ...event })))
  }
}
