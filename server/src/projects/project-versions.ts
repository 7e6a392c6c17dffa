import { and, desc, eq, lte, sql } from 'drizzle-orm'
import { projectVersionSchema, type ProjectVersion, type ProjectVersionSummary } from '@ninesixteen/shared/api/projects'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../db/db.ts'
import { projectVersions } from '../db/schema-projects.ts'
import type { ProjectRow } from './project-rows.ts'

/** Maximum number of versions of a project. */
export const VERSIONS_KEPT = 20
/** Minimum interval between versions, except for the newest: an autosave comes every few seconds. */
export const VERSION_SPACING_MS = 60_000

export interface ReplacedState {
  row: ProjectRow
  slides: Slide[]
  /** Exempt from the minimum interval. */
  isPinned: boolean
}

/** Stores the replaced state as a version, and deletes versions that are too close together or too many. */
export async function keepVersion(tx: Tx, { row, slides, isPinned }: ReplacedState): Promise<void> {
  const { id: projectId, userId, version, title, updatedAt } = row
  await tx
    .insert(projectVersions)
    .values({ projectId, userId, version, title, slides, pinned: isPinned, createdAt: updatedAt })
    .onConflictDoNothing()
  const versions = await tx
    .select({ version: projectVersions.version, createdAt: projectVersions.createdAt, isPinned: projectVersions.pinned })
    .from(projectVersions)
    .where(and(eq(projectVersions.projectId, projectId), eq(projectVersions.userId, userId)))
    .orderBy(desc(projectVersions.version))
  const [, last, beforeLast] = versions
  const crowded = last && beforeLast && !last.isPinned && isCrowded(last.createdAt, beforeLast.createdAt) ? last.version : null
  if (crowded !== null) await forget(tx, row, eq(projectVersions.version, crowded))
  const tooOld = versions.filter((state) => state.version !== crowded)[VERSIONS_KEPT]
  if (tooOld) await forget(tx, row, lte(projectVersions.version, tooOld.version))
}

/** Deletes the version of a row's current state, if stored. */
export async function dropVersion(tx: Tx, row: ProjectRow): Promise<void> {
  await forget(tx, row, eq(projectVersions.version, row.version))
}

/** Both times are of the database's clock. */
function isCrowded(time: Date, before: Date): boolean {
  return time.getTime() - before.getTime() < VERSION_SPACING_MS
}

async function forget(tx: Tx, { id, userId }: ProjectRow, which: ReturnType<typeof eq>): Promise<void> {
  await tx.delete(projectVersions).where(and(eq(projectVersions.projectId, id), eq(projectVersions.userId, userId), which))
}

const summaryColumns = {
  version: projectVersions.version,
  title: projectVersions.title,
  slideCount: sql<number>`jsonb_array_length(${projectVersions.slides})`,
  createdAt: projectVersions.createdAt,
}

/** Versions, newest first. */
export async function listVersions(tx: Tx, { id, userId }: ProjectRow): Promise<ProjectVersionSummary[]> {
  const rows = await tx
    .select(summaryColumns)
    .from(projectVersions)
    .where(and(eq(projectVersions.userId, userId), eq(projectVersions.projectId, id)))
    .orderBy(desc(projectVersions.version))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

export async function readVersion(tx: Tx, userId: string, { id, from }: { id: string; from: number }): Promise<ProjectVersion> {
  const [row] = await tx
    .select({ ...summaryColumns, slides: projectVersions.slides })
    .from(projectVersions)
    .where(and(eq(projectVersions.userId, userId), eq(projectVersions.projectId, id), eq(projectVersions.version, from)))
  if (!row) throw new AppError('NOT_FOUND')
  // Applies current defaults to slides of earlier versions.
  return projectVersionSchema.parse({ ...row, createdAt: row.createdAt.toISOString() })
}
