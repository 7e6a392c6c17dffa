import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { NeverWordsReport } from '@ninesixteen/shared/brand/never-words'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../db/db.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { projects, slides } from '../db/schema-projects.ts'
import { lockProject, readSlides, type ProjectRow, requireFewerProjects } from './project-rows.ts'
import { requireWithinQuota, quotaOf } from '../storage/storage-quota.ts'
import { dropVersion, keepVersion, readVersion, type ReplacedState } from './project-versions.ts'

export interface NewProject {
  /** Chosen by a caller that may ask again. */
  id?: string
  userId: string
  title: string
  topic: string
  contentType: string
  contentStyle: string
  companyId: string | null
  slides: Slide[]
  status?: ProjectRow['status']
  /** Words that the brand never uses. */
  neverWords?: NeverWordsReport | null
  /** Links a translation to its original. */
  variantGroup?: string
  language?: string
  translatedVersion?: number
}

const VIDEO = 'multi-photo-video'

/** A video applies one slide to changing photos: further slides would never be visible. */
function requireOneSlideOfVideo(contentType: string, { length: count }: Slide[]): void {
  if (contentType === VIDEO && count > CONTENT_TYPES[VIDEO].slideLock) throw new AppError('VIDEO_ONE_SLIDE', { count })
}

/** Throws STORAGE_QUOTA when it exceeds `quota` (bytes), and ROWS_MAX. */
export async function insertProject(tx: Tx, quota: number, { slides: content, ...project }: NewProject): Promise<ProjectRow> {
  requireOneSlideOfVideo(project.contentType, content)
  await requireFewerProjects(tx, project.userId)
  const [row] = await tx
    .insert(projects)
    .values({ ...project, slideCount: content.length })
    .returning()
  if (!row) throw new Error('Insert returned no project')
  await writeSlides(tx, row, { before: [], after: content })
  await requireWithinQuota(tx, project.userId, quota)
  return row
}

export interface ProjectSave {
  id: string
  /** The user's storage quota, in bytes. */
  quota: number
  /** The version that the change is based on. */
  version: number
  saveId: string
  title?: string | undefined
  slides: Slide[]
}

/** The new version, or the current state on a conflict. `isTaken`: this save succeeded earlier, before the current one. */
export type SaveResult = { version: number; updatedAt: Date } | { row: ProjectRow; slides: Slide[]; isTaken: boolean }

/** Lost responses are retried within a minute or so; a page that returns after a crash may take longer. */
const SAVES_REMEMBERED = 50

/**
 * Saves title and slides atomically, and keeps the replaced state as a version. The row is locked, so of two saves on one version exactly
 * one succeeds. A repeated save with the same id gets the same response.
 */
export async function saveProject(tx: Tx, userId: string, save: ProjectSave): Promise<SaveResult> {
  const row = await lockProject(tx, userId, save.id)
  if (row.lastSaveId === save.saveId) return { version: row.version, updatedAt: row.updatedAt }
  const before = await readSlides(tx, userId, row.id)
  if (row.version !== save.version) return { row, slides: before, isTaken: row.earlierSaveIds.includes(save.saveId) }
  requireOneSlideOfVideo(row.contentType, save.slides)
  return replaceState(
    tx,
    { row, slides: before, isPinned: false },
    { title: save.title ?? row.title, slides: save.slides, saveId: save.saveId, quota: save.quota },
  )
}

export interface Restore {
  id: string
  /** The version to restore. */
  from: number
  /** The version that it replaces. */
  version: number
  saveId: string
  /** The user's storage quota, in bytes. */
  quota: number
}

/** The restored state, or the current state on a conflict. */
export interface RestoreOutcome {
  row: ProjectRow
  slides: Slide[]
  isConflict: boolean
}

/** Makes an earlier state the newest. The replaced state becomes a pinned version, so that a restore can be undone. */
export async function restoreVersion(tx: Tx, userId: string, restore: Restore): Promise<RestoreOutcome> {
  const row = await lockProject(tx, userId, restore.id)
  const before = await readSlides(tx, userId, row.id)
  if (row.lastSaveId === restore.saveId) return { row, slides: before, isConflict: false }
  if (row.version !== restore.version) return { row, slides: before, isConflict: true }
  const { title, slides: content } = await readVersion(tx, userId, restore)
  const saved = await replaceState(
    tx,
    { row, slides: before, isPinned: true },
    {
      title,
      slides: content,
      saveId: restore.saveId,
      quota: restore.quota,
    },
  )
  return { row: saved, slides: content, isConflict: false }
}

/** Changes only the title. A repeat of an earlier save then conflicts, so that it can't overwrite the new title. */
export async function renameProject(tx: Tx, userId: string, { id, title }: { id: string; title: string }): Promise<ProjectRow> {
  const row = await lockProject(tx, userId, id)
  if (row.title === title) return row
  const renamed = await advance(tx, row, { title, lastSaveId: null })
  await updatePosts(tx, row, renamed)
  return renamed
}

/** Sets the company. The version stays, because no save carries the company. */
export async function assignCompany(
  tx: Tx,
  userId: string,
  { id, companyId }: { id: string; companyId: string | null },
): Promise<ProjectRow> {
  await lockProject(tx, userId, id)
  const [changed] = await tx
    .update(projects)
    .set({ companyId })
    .where(and(eq(projects.userId, userId), eq(projects.id, id)))
    .returning()
  if (!changed) throw new Error('A locked project is gone')
  return changed
}

async function replaceState(
  tx: Tx,
  replaced: ReplacedState,
  { title, slides: after, saveId, quota }: { title: string; slides: Slide[]; saveId: string; quota: number },
): Promise<ProjectRow> {
  await keepVersion(tx, replaced)
  await writeSlides(tx, replaced.row, { before: replaced.slides, after })
  const { used, limit } = await quotaOf(tx, replaced.row.userId, quota)
  if (used > limit) {
    if (bytesOf(after) > bytesOf(replaced.slides)) await requireWithinQuota(tx, replaced.row.userId, quota)
    // A smaller save must succeed over quota, so it leaves no version behind.
    await dropVersion(tx, replaced.row)
  }
  const changed = await advance(tx, replaced.row, { title, slideCount: after.length, lastSaveId: saveId })
  if (isDeepStrictEqual(replaced.slides, after)) await updatePosts(tx, replaced.row, changed)
  return changed
}

/** Posts of the version before become posts of the new one: only their content counts, which hasn't changed. */
async function updatePosts(tx: Tx, before: ProjectRow, after: ProjectRow): Promise<void> {
  await tx
    .update(scheduledPosts)
    .set({ projectVersion: after.version })
    .where(
      and(
        eq(scheduledPosts.userId, before.userId),
        eq(scheduledPosts.projectId, before.id),
        eq(scheduledPosts.projectVersion, before.version),
      ),
    )
}

const bytesOf = (content: Slide[]): number => Buffer.byteLength(JSON.stringify(content))

/** Updates a locked project, and increments its version. */
async function advance(
  tx: Tx,
  row: ProjectRow,
  change: Partial<Pick<ProjectRow, 'title' | 'slideCount' | 'lastSaveId'>>,
): Promise<ProjectRow> {
  const earlierSaveIds = [...row.earlierSaveIds, ...(row.lastSaveId === null ? [] : [row.lastSaveId])].slice(-SAVES_REMEMBERED)
  const [changed] = await tx
    .update(projects)
    .set({ ...change, earlierSaveIds, version: row.version + 1, updatedAt: sql`now()` })
    .where(and(eq(projects.userId, row.userId), eq(projects.id, row.id)))
    .returning()
  if (!changed) throw new Error('Update returned no project')
  return changed
}

/** Writes only changed slides: an autosave changes one or two of thirty. */
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
