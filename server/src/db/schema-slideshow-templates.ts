import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { TemplateSlot } from '@ninesixteen/shared/slideshow-templates/model'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

/** Slides with slots for new texts and photos. */
export const slideshowTemplates = pgTable(
  'slideshow_templates',
  {
    id: id(),
    userId: userId(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    contentType: text('content_type').$type<ContentTypeId>().notNull(),
    slides: jsonb('slides').$type<Slide[]>().notNull(),
    slots: jsonb('slots').$type<TemplateSlot[]>().notNull(),
    room: integer('room').generatedAlwaysAs(sql`octet_length(slides::text) + octet_length(slots::text)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.companyId)],
)
