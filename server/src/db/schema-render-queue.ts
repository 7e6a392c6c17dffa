import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ErrorDetails } from '@ninesixteen/shared/errors'
import { userId } from './schema-accounts.ts'

/** Why a drawing failed, as it is told where it was asked for: a code of the error table, or none. */
export interface RenderFailure {
  code: string | null
  details: ErrorDetails
}

/** What a process that serves asks the workers to draw, until it has read the picture or film. */
export const renderQueue = pgTable(
  'drawings',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    kind: text('kind', { enum: ['cover', 'jpeg', 'png', 'video'] }).notNull(),
    /** JSON. Not of the database's own kind, which refuses characters that slides may hold before they are saved. */
    work: text('work').notNull(),
    /** Whose turn it is: the lowest goes first, and those of one person follow each other. */
    turn: bigint('turn', { mode: 'number' }).notNull(),
    /** `left` while a worker has it in hand that nobody waits for any more. */
    state: text('state', { enum: ['waiting', 'taken', 'drawn', 'failed', 'left'] })
      .notNull()
      .default('waiting'),
    /** The process that has it in hand. */
    worker: uuid('worker'),
    tries: integer('tries').notNull().default(0),
    /** Where in the store it is put. */
    path: text('path').notNull(),
    bytes: bigint('bytes', { mode: 'number' }),
    failure: jsonb('failure').$type<RenderFailure>(),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull().defaultNow(),
    /** Put off by whoever waits for it, as long as they are there. */
    wantedUntil: timestamp('wanted_until', { withTimezone: true }).notNull(),
    /** The key under which a page asked for it, and may ask again. */
    wish: uuid('wish'),
    /** The call that waits for it now: the last one that came. Null of processes of an earlier version. */
    asker: uuid('asker'),
  },
  (t) => [
    index().on(t.userId),
    index()
      .on(t.turn, t.askedAt)
      .where(sql`state = 'waiting'`),
    index().on(t.wantedUntil),
    uniqueIndex()
      .on(t.userId, t.wish)
      .where(sql`wish is not null`),
  ],
)
