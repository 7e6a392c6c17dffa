import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { BATCH_ROW_STATES, BATCH_STATES } from '@ninesixteen/shared/api/slideshow-batches'
import type { ReplacedVariant } from '@ninesixteen/shared/api/translations'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { LOOK_IDS } from '@ninesixteen/shared/looks/look-ids'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import { projects } from './schema-projects.ts'
import { slideshowTemplates } from './schema-slideshow-templates.ts'

/** A table whose lines become slideshows, or a slideshow whose rows are languages to translate it into. */
export const slideshowBatches = pgTable(
  'slideshow_batches',
  {
    id: id(),
    userId: userId(),
    /** Chosen by the page, so that a repeated request starts nothing further. */
    requestId: uuid('request_id').notNull(),
    requestDigest: text('request_digest').notNull(),
    title: text('title').notNull(),
    /** With `templateId` null, its template was deleted. */
    usesTemplate: boolean('uses_template').notNull(),
    templateId: uuid('template_id').references(() => slideshowTemplates.id, { onDelete: 'set null' }),
    contentType: text('content_type').$type<ContentTypeId>().notNull(),
    /** Rows without a look have it. Null for that of the template, else of the company. */
    look: text('look', { enum: LOOK_IDS }),
    /** The slideshow that is translated; null for a table. */
    sourceProjectId: uuid('source_project_id').references(() => projects.id, { onDelete: 'cascade' }),
    state: text('state', { enum: BATCH_STATES }).notNull().default('running'),
    /** Written by version 0.3.0 and earlier; the run's note replaces it. */
    reason: text('reason'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique().on(t.userId, t.requestId), index().on(t.userId, t.createdAt), index().on(t.templateId), index().on(t.sourceProjectId)],
)

export const slideshowBatchRows = pgTable(
  'slideshow_batch_rows',
  {
    id: id(),
    userId: userId(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => slideshowBatches.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    /** Columns and their texts in the order of the table, without the empty ones. */
    cells: jsonb('cells').$type<[string, string][]>().notNull(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    /** The variant that a translation replaces; null for a new one. */
    replaces: jsonb('replaces').$type<ReplacedVariant>(),
    state: text('state', { enum: BATCH_ROW_STATES }).notNull().default('waiting'),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    message: text('message'),
    updatedAt: updatedAt(),
  },
  (t) => [unique().on(t.batchId, t.line), index().on(t.userId), index().on(t.companyId), index().on(t.projectId)],
)
