import type { Brand } from '@ninesixteen/shared/brand/model'
import { LOOK_IDS, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/* Companies that slideshows are written for, and their brands. */

export const companies = pgTable(
  'companies',
  {
    id: id(),
    userId: userId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    logoPath: text('logo_path'),
    productPhotoPath: text('product_photo_path'),
    /** The look last chosen for a slideshow of the company; null for that of the account. */
    look: text('look', { enum: LOOK_IDS }),
    /** Looks that plans choose from; empty for all. */
    allowedLooks: jsonb('allowed_looks').$type<LookId[]>().notNull().default([]),
    /** Posts go out only once a client approved them. */
    requiresApproval: boolean('requires_approval').notNull().default(false),
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

/** The brand kit of a company: at most one. The schema bounds its size to some kilobytes. */
export const brands = pgTable(
  'brands',
  {
    companyId: uuid('company_id')
      .primaryKey()
      .references(() => companies.id, { onDelete: 'cascade' }),
    userId: userId(),
    data: jsonb('data').$type<Brand>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId)],
)
