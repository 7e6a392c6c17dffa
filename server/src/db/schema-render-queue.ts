import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ErrorDetails } from '@ninesixteen/shared/errors'
import { userId } from './schema-accounts.ts'

/** Why a render failed, as reported to the caller: a code of the error table, or none. */
export interface RenderFailure {
  code: string | null
  details: ErrorDetails
}

/** Renders that web processes request from workers, until the requester has read the image or video. */
export const renderQueue = pgTable(
  'drawings',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    kind: text('kind', { enum: ['cover', 'jpeg', 'png', 'video'] }).notNull(),
    /** JSON as text: jsonb rejects characters that unsaved slides may contain. */
    work: text('work').notNull(),
    /** Position in the queue: lowest first, consecutive for renders of one user. */
    turn: bigint('turn', { mode: 'number' }).notNull(),
    /** `left` while a worker still renders what no caller waits for. */
    state: text('state', { enum: ['waiting', 'taken', 'drawn', 'failed', 'left'] })
      .notNull()
      .default('waiting'),
    /** The process that renders it. */
    worker: uuid('worker'),
    tries: integer('tries').notNull().default(0),
    /** Path of the result in the store. */
    path: text('path').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Hash of the result as the worker rendered it; null for workers of an earlier version. */
    sha256: text('sha256'),
    failure: jsonb('failure').$type<RenderFailure>(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull().defaultNow(),
    /** Deadline that the waiting caller keeps extending. */
    wantedUntil: timestamp('wanted_until', { withTimezone: true }).notNull(),
    /** Idempotency key of the page. */
    idempotencyKey: uuid('wish'),
    /** The request that currently waits for it: the latest. Null for processes of an earlier version. */
    callId: uuid('asker'),
  },
  (t) => [
    index().on(t.userId),
    index()
      .on(t.turn, t.askedAt)
      .where(sql`state = 'waiting'`),
    index().on(t.wantedUntil),
    uniqueIndex()
      .on(t.userId, t.idempotencyKey)
      .where(sql`wish is not null`),
  ],
)
