import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { ProjectVariant } from '@ninesixteen/shared/api/projects'
import type { Tx } from '../db/db.ts'
import { projects } from '../db/schema-projects.ts'
import { ownProject, type ProjectRow } from './project-rows.ts'

/** The slideshow and those linked to it as translations, the original first. */
export async function listVariants(tx: Tx, userId: string, id: string): Promise<ProjectVariant[]> {
  const row = await ownProject(tx, userId, id)
  const linked =
    row.variantGroup === null
      ? [row]
      : await tx
          .select()
          .from(projects)
          .where(and(eq(projects.userId, userId), eq(projects.variantGroup, row.variantGroup)))
          .orderBy(sql`${projects.language} asc nulls first`, asc(projects.createdAt))
  const original = linked.find(({ language }) => language === null)
  return linked.map((variant) => present(variant, original))
}

/** The original of a slideshow's variants, or the slideshow itself. */
export async function originalOf(tx: Tx, userId: string, id: string): Promise<ProjectRow> {
  const row = await ownProject(tx, userId, id)
  if (row.variantGroup === null) return row
  const [original] = await tx
    .select()
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.variantGroup, row.variantGroup), isNull(projects.language)))
  return original ?? row
}

function present({ id, language, title, version, translatedVersion }: ProjectRow, original: ProjectRow | undefined): ProjectVariant {
  return {
    id,
    language,
    title,
    version,
    isOutdated: original !== undefined && translatedVersion !== null && translatedVersion < original.version,
  }
}
