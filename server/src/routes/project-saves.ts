import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../db/db.ts'
import { projects, projectVersions, slides } from '../db/schema.ts'
import { lockProject, readSlides, type ProjectRow } from './project-rows.ts'

/** Earlier states of a project that are kept. */
export const VERSIONS_KEPT = 20

export interface NewProject {
  userId: string
  title: string
  topic: string
  contentType: string
  contentStyle: string
  companyId: string | null
  slides: Slide[]
  status?: ProjectRow['status']
}

export async function insertProject(tx: Tx, { slides: content, ...project }: NewProject): Promise<ProjectRow> {
  const [row] = await tx
    .insert(projects)
    .values({ ...project, slideCount: content.length })
    .returning()
  if (!row) throw new Error('The new project was not returned')
  await writeSlides(tx, row, { before: [], after: content })
  return row
}

export interface ProjectSave {
  id: string
  /** The version on which the change was made. */
  version: number
  saveId: string
  title?: string | undefined
  slides: Slide[]
}

/** What a save made, or, when another one came first, what stands now. */
export type SaveOutcome = { version: number; updatedAt: Date } | { row: ProjectRow; slides: Slide[] }

/**
 * Saves title and slides as one step and keeps what was there before. The row is locked, so of two saves made on one
 * version exactly one is taken. A save that is sent again after a lost reply answers as it did the first time.
 */
export async function saveProject(tx: Tx, userId: string, save: ProjectSave): Promise<SaveOutcome> {
  const row = await lockProject(tx, userId, save.id)
  if (row.lastSaveId === save.saveId) return { version: row.version, updatedAt: row.updatedAt }
  const before = await readSlides(tx, userId, row.id)
  if (row.version !== save.version) return { row, slides: before }
  await keepVersion(tx, row, before)
  await writeSlides(tx, row, { before, after: save.slides })
  const [saved] = await tx
    .update(projects)
    .set({
      title: save.title ?? row.title,
      slideCount: save.slides.length,
      version: row.version + 1,
      lastSaveId: save.saveId,
      updatedAt: sql`now()`,
    })
    .where(and(eq(projects.userId, userId), eq(projects.id, row.id)))
    .returning({ version: projects.version, updatedAt: projects.updatedAt })
  if (!saved) throw new Error('The saved project was not returned')
  return saved
}

async function keepVersion(tx: Tx, row: ProjectRow, before: Slide[]): Promise<void> {
  const { id: projectId, userId, version, title } = row
  await tx.insert(projectVersions).values({ projectId, userId, version, title, slides: before }).onConflictDoNothing()
  await tx
    .delete(projectVersions)
    .where(and(eq(projectVersions.projectId, projectId), lte(projectVersions.version, version - VERSIONS_KEPT)))
}

/** Writes the slides that differ; an autosave changes one or two of thirty. */
async function writeSlides(tx: Tx, { id: projectId, userId }: ProjectRow, change: { before: Slide[]; after: Slide[] }): Promise<void> {
  const { before, after } = change
  const changed = after.flatMap((data, index) =>
    isDeepStrictEqual(before[index], data) ? [] : [{ projectId, userId, number: index + 1, data }],
  )
  if (changed.length > 0) {
    await tx
      .insert(slides)
      .values(changed)
      .onConflictDoUpdate({ target: [slides.projectId, slides.number], set: { data: sql`excluded.data` } })
  }
  if (before.length > after.length) {
    await tx.delete(slides).where(and(eq(slides.projectId, projectId), gt(slides.number, after.length)))
  }
}
