import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, real, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { VideoPlan } from '@ninesixteen/shared/publishing/delivery'
import { RENDER_STATUSES, RENDER_TYPES } from '@ninesixteen/shared/public-api/render-types'
import { FORMATS } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createdAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import { projects } from './schema-projects.ts'
import type { RenderFailure } from './schema-render-queue.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Slideshows that programs had rendered as one file, until a day after. */
export const renders = pgTable(
  'renders',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    /** Version and title of the slideshow when it was requested. */
    version: integer('version').notNull(),
    title: text('title').notNull(),
    type: text('type', { enum: RENDER_TYPES }).notNull(),
    format: text('format', { enum: FORMATS }).notNull(),
    /** The slides when it was requested, until the render ends. */
    slides: jsonb('slides').$type<Slide[]>(),
    /** For videos. */
    video: jsonb('video').$type<VideoPlan>(),
    status: text('status', { enum: RENDER_STATUSES }).notNull().default('waiting'),
    /** From 0 to 1. */
    progress: real('progress').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    /** The attempt that renders it, as long as its lease is renewed. */
    attemptId: uuid('attempt_id'),
    leaseUntil: moment('lease_until'),
    failure: jsonb('failure').$type<RenderFailure>(),
    /** The result. */
    path: text('path'),
    bytes: bigint('bytes', { mode: 'number' }),
    createdAt: createdAt(),
    startedAt: moment('started_at'),
    expiresAt: moment('expires_at')
      .notNull()
      .default(sql`now() + interval '1 day'`),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.projectId),
    index().on(t.expiresAt),
    index()
      .on(t.createdAt)
      .where(sql`status in ('waiting', 'running')`),
  ],
)
