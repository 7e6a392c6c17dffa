import type { Tx } from '../db/db.ts'
import { postEvents } from '../db/schema-publishing.ts'

/** Names of the events in a post's history. */
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
  | 'held'
  | 'disconnected'
  | 'released'
  | 'sending'
  | 'accepted'
  | 'postponed'
  | 'lost'
  | 'handed-over'
  | 'published'
  | 'failed'
  | 'unconfirmed'
  | 'missed'
  | 'shared'
  | 'approved'
  | 'changes-asked'

export interface PostEvent {
  postId: string
  kind: PostEventKind
  text: string
}

/** Longest text of an event, in characters. */
const TEXT_MAX = 500
const ROWS_TOGETHER = 1000

export async function addEvents(tx: Tx, userId: string, events: readonly PostEvent[]): Promise<void> {
  for (let at = 0; at < events.length; at += ROWS_TOGETHER) {
    await tx
      .insert(postEvents)
      .values(events.slice(at, at + ROWS_TOGETHER).map((event) => ({ userId, ...event, text: event.text.slice(0, TEXT_MAX) })))
  }
}
