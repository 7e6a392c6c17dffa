import { and, asc, eq, sql } from 'drizzle-orm'
import { projectSchema, projectSummarySchema, type Project, type ProjectSummary } from '@ninesixteen/shared/api/projects'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../../db/db.ts'
import { projects, slides } from '../../db/schema.ts'

export type ProjectRow = typeof projects.$inferSelect

/** The person's project, or NOT_FOUND, which is also what someone else's looks like. */
export async function ownProject(tx: Tx, userId: string, id: string): Promise<ProjectRow> {
  return foundRow(await selectOwn(tx, userId, id))
}

/** The same, held until the transaction ends: nobody else changes it meanwhile. */
export async function lockProject(tx: Tx, userId: string, id: string): Promise<ProjectRow> {
  return foundRow(await selectOwn(tx, userId, id).for('update'))
}

function selectOwn(tx: Tx, userId: string, id: string) {
  return tx
    .select()
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.id, id)))
}

function foundRow([row]: ProjectRow[]): ProjectRow {
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** The person's project with its slides in their order, by one statement; NOT_FOUND where there is none. */
export async function ownWholeProject(tx: Tx, userId: string, id: string): Promise<{ row: ProjectRow; slides: Slide[] }> {
  const inOrder = sql<Slide[]>`coalesce((select jsonb_agg(${slides.data} order by ${slides.number}) from ${slides}
    where ${and(eq(slides.userId, userId), eq(slides.projectId, id))}), '[]')`
  const [found] = await tx
    .select({ row: projects, slides: inOrder })
    .from(projects)
    .where(and(eq(projects.userId, userId), eq(projects.id, id)))
  if (!found) throw new AppError('NOT_FOUND')
  return found
}

/** Slides in their order. */
export async function readSlides(tx: Tx, userId: string, projectId: string): Promise<Slide[]> {
  const rows = await tx
    .select({ data: slides.data })
    .from(slides)
    .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId)))
    .orderBy(asc(slides.number))
  return rows.map((row) => row.data)
}

export function summarise(row: ProjectRow, coverUrl: string | null): ProjectSummary {
  return projectSummarySchema.parse({ ...row, coverUrl, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() })
}

export function presentProject(row: ProjectRow, coverUrl: string | null, content: Slide[]): Project {
  // Slides stored by an earlier version of the product get the defaults of this one here.
  return projectSchema.parse({ ...summarise(row, coverUrl), slides: content })
}
