import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { FontStyle } from '@ninesixteen/shared/api/fonts'
import { createdAt, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import { files } from './schema-photos.ts'

/** Uploaded fonts. Slides name the file, which holds every style; a new style makes a new file, and the earlier one stays while slides use it. */
export const fonts = pgTable(
  'fonts',
  {
    /** The client's, so that a repeated upload adds nothing. */
    id: uuid('id').primaryKey(),
    userId: userId(),
    companyId: uuid('company_id').references(() => companies.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    filePath: text('file_path')
      .notNull()
      .references(() => files.path, { onDelete: 'cascade' }),
    /** The styles in the file, in its order. */
    styles: jsonb('styles').$type<FontStyle[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.companyId), index().on(t.filePath)],
)
