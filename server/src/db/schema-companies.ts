import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/* Companies that slideshows are written for. */

export const companies = pgTable(
  'companies',
  {
    id: id(),
    userId: userId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    logoPath: text('logo_path'),
    productPhotoPath: text('product_photo_path'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId, t.createdAt)],
)

export const companyBlogs = pgTable(
  'company_tumblr_blogs',
  {
    id: id(),
    userId: userId(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    blogName: text('blog_name').notNull(),
    createdAt: createdAt(),
  },
  (t) => [unique().on(t.companyId, t.blogName), index().on(t.userId)],
)
