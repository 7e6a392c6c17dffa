import { and, eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { slideshowTemplateSchema, type SlideshowTemplate } from '@ninesixteen/shared/slideshow-templates/model'
import type { Tx } from '../db/db.ts'
import { slideshowTemplates } from '../db/schema-slideshow-templates.ts'

export const isTemplate = (userId: string, id: string) => and(eq(slideshowTemplates.userId, userId), eq(slideshowTemplates.id, id))

export function presentTemplate(row: typeof slideshowTemplates.$inferSelect): SlideshowTemplate {
  // Applies current defaults to slides of earlier versions.
  return slideshowTemplateSchema.parse({ ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() })
}

/** A template of the user; throws NOT_FOUND. */
export async function readTemplate(tx: Tx, userId: string, id: string): Promise<SlideshowTemplate> {
  const [row] = await tx.select().from(slideshowTemplates).where(isTemplate(userId, id))
  if (!row) throw new AppError('NOT_FOUND')
  return presentTemplate(row)
}
