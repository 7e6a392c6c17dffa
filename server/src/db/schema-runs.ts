import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ErrorDetails } from '@ninesixteen/shared/errors'
import { RUN_STATES } from '@ninesixteen/shared/public-api/run-states'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import { projects } from './schema-projects.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Why a run failed: a code of the error table. */
export interface RunFailure {
  code: string
  details: ErrorDetails
}

/** Long work of users, until some time after its end. */
export const runs = pgTable(
  'runs',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    /** The slideshow that it works on. */
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    kind: text('kind').notNull(),
    /** For the user, such as the title of the slideshow. */
    title: text('title').notNull(),
    input: jsonb('input').notNull(),
    /** Large input, until the run ends. */
    payload: jsonb('payload'),
    state: text('state', { enum: RUN_STATES }).notNull().default('waiting'),
    /** Steps that are done, and all steps if their number is known. */
    done: integer('done').notNull().default(0),
    total: integer('total'),
    /** The current work or the reason to wait, for the user. */
    note: text('note'),
    result: jsonb('result'),
    error: jsonb('error').$type<RunFailure>(),
    /** Number of claims. It is the fencing token: writes of an earlier claim are refused. */
    attempt: integer('attempt').notNull().default(0),
    /** Attempts in a row that failed, or whose process died. */
    failures: integer('failures').notNull().default(0),
    /** Whether it was requested again while it ran: it then starts over instead of ending. */
    isRequestedAgain: boolean('is_requested_again').notNull().default(false),
    leaseUntil: moment('lease_until'),
    startAfter: moment('start_after').notNull().defaultNow(),
    createdAt: createdAt(),
    /** When its last attempt began. */
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    /** When it is deleted; null until it ends. */
    expiresAt: moment('expires_at'),
  },
  (t) => [
    index().on(t.userId, t.createdAt),
    index().on(t.companyId),
    index().on(t.projectId),
    index().on(t.expiresAt),
    index().on(t.kind, t.userId, t.startedAt),
    index('runs_waiting')
      .on(t.kind, t.userId, t.startAfter, t.createdAt)
      .where(sql`state = 'waiting'`),
    index('runs_running')
      .on(t.kind, t.userId)
      .where(sql`state = 'running'`),
  ],
)
