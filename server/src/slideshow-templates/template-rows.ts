import { and, desc, eq, getTableColumns, isNull, or, sql, type SQL } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { slideshowTemplateSchema, type SlideshowTemplate } from '@ninesixteen/shared/slideshow-templates/model'
import type { Tx } from '../db/db.ts'
import { slideshowTemplates } from '../db/schema-slideshow-templates.ts'

export const isTemplate = (userId: string, id: string) => and(eq(slideshowTemplates.userId, userId), eq(slideshowTemplates.id, id))

export function presentTemplate(row: typeof slideshowTemplates.$inferSelect): SlideshowTemplate {
  // Applies current defaults to slides of earlier versions.
  return slideshowTemplateSchema.parse({ ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() })
}

const { slides, ...LISTED } = getTableColumns(slideshowTemplates)

/** The user's templates, newest first. */
export function listTemplates(tx: Tx, userId: string, among: SQL | undefined) {
  return tx
    .select({
      ...LISTED,
      slideCount: sql<number>`jsonb_array_length(${slides})`,
      cover: sql<unknown>`${slides} -> 0`,
      slideIds: sql<string[]>`jsonb_path_query_array(${slides}, '$[*].id')`,
    })
    .from(slideshowTemplates)
    .where(and(eq(slideshowTemplates.userId, userId), among))
    .orderBy(desc(slideshowTemplates.createdAt), desc(slideshowTemplates.id))
}

/** Templates that are offered for a company: its own, and those for every company. */
export const isOfferedFor = (companyId: string): SQL | undefined =>
  or(eq(slideshowTemplates.companyId, companyId), isNull(slideshowTemplates.companyId))

/** A template of the user; throws NOT_FOUND. */
export async function readTemplate(tx: Tx, userId: string, id: string): Promise<SlideshowTemplate> {
  const [row] = await tx.select().from(slideshowTemplates).where(isTemplate(userId, id))
  if (!row) throw new AppError('NOT_FOUND')
  return presentTemplate(row)
}
