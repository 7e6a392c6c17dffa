import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { projectSchema, projectSummarySchema, type Project, type ProjectSummary } from '@ninesixteen/shared/api/projects'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Db, Tx } from '../db/db.ts'
import { encodeCursor, decodeCursor } from '../db/keyset-cursor.ts'
import { projects, slides } from '../db/schema-projects.ts'
import { PROJECTS_MAX, requireFewerRows } from '../db/row-limits.ts'
import { lockFor } from '../db/lock-for.ts'
import { visitorOf } from '../auth/visitor-accounts.ts'

export type ProjectRow = typeof projects.$inferSelect

/** The user's project; throws NOT_FOUND, also for another user's. */
export async function ownProject(tx: Tx, userId: string, id: string): Promise<ProjectRow> {
  return foundRow(await selectOwn(tx, userId, id))
}

/** The same, locked until the transaction ends. */
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

/** Columns of a project in API responses. */
export type ShownRow = Omit<ProjectRow, (typeof HIDDEN)[number]> & { variants?: ProjectSummary['variants'] }

const HIDDEN = ['earlierSaveIds', 'lastSaveId', 'neverWords'] as const
const COLUMNS = sql.raw(
  Object.entries(getTableColumns(projects))
    .filter(([name]) => !HIDDEN.some((hidden) => hidden === name))
    .map(([name, column]) => `projects."${column.name}" as "${name}"`)
    .join(', '),
)

const VARIANTS = sql`(select jsonb_agg(jsonb_build_object('id', linked.id, 'language', linked.language) order by linked.language nulls first)
  from projects as linked where linked.user_id = projects.user_id and linked.variant_group = projects.variant_group) as variants`
const VISIBLE = sql`${COLUMNS}, ${VARIANTS}`

interface ProjectPage {
  where: SQL | undefined
  limit: number
  offset: number
  /** Cursor of the page before. */
  after?: string | undefined
}

/** A page of the user's projects, last changed first, with the total and the next cursor. */
export async function listProjects(
  db: Db,
  userId: string,
  { where, limit, offset, after }: ProjectPage,
): Promise<{ rows: ShownRow[]; total: number; next: string | null }> {
  const mine = and(eq(projects.userId, userId), where)
  // Every row contains the total, so that a page takes one query.
  const rows = await db.readAsUser<ShownRow & { total: number; place: string }>(
    userId,
    sql`select ${VISIBLE}, (select count(*)::int from projects where ${mine}) as total,
        ${encodeCursor(projects.updatedAt, projects.id)} as place
      from projects where ${and(mine, after === undefined ? undefined : isAfter(after))}
      order by projects.updated_at desc, projects.id desc limit ${limit + 1} offset ${offset}`,
  )
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? (shown.at(-1)?.place ?? null) : null
  const [first] = rows
  if (first || (offset === 0 && after === undefined)) return { rows: shown, total: first?.total ?? 0, next }
  // Past the last page, the total needs a query of its own.
  const [counted] = await db.readAsUser<{ total: number }>(userId, sql`select count(*)::int as total from projects where ${mine}`)
  return { rows: [], total: counted?.total ?? 0, next }
}

function isAfter(place: string): SQL {
  const { at, id } = decodeCursor(place)
  return sql`(projects.updated_at, projects.id) < (${at}, ${id})`
}

/** The user's project with its slides in order, in one round trip; throws NOT_FOUND. */
export async function readProject(db: Db, userId: string, id: string): Promise<{ row: ShownRow; slides: Slide[] }> {
  const [found] = await db.readAsUser<ShownRow & { content: Slide[] }>(
    userId,
    sql`select ${VISIBLE}, coalesce((select jsonb_agg(data order by number) from slides
        where slides.user_id = ${userId} and slides.project_id = ${id}), '[]') as content
      from projects where projects.user_id = ${userId} and projects.id = ${id}`,
  )
  if (!found) throw new AppError('NOT_FOUND')
  const { content, ...row } = found
  return { row, slides: content }
}

/** The same within a transaction. */
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

/** Slides in order. */
export async function readSlides(tx: Tx, userId: string, projectId: string): Promise<Slide[]> {
  const rows = await tx
    .select({ data: slides.data })
    .from(slides)
    .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId)))
    .orderBy(asc(slides.number))
  return rows.map((row) => row.data)
}

export function summarise(row: ShownRow, coverUrl: string | null): ProjectSummary {
  const { variants, language } = row
  return projectSummarySchema.parse({
    ...row,
    variants: variants ?? undefined,
    language: language ?? undefined,
    coverUrl,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  })
}

export function presentProject(row: ShownRow, coverUrl: string | null, content: Slide[]): Project {
  // Applies current defaults to slides of earlier versions.
  return projectSchema.parse({ ...summarise(row, coverUrl), slides: content })
}

/** Slideshows of a trial, created in any way. */
const TRIAL_PROJECTS = 3

/** Call before creating a slideshow. Throws TRY_LIMIT or ROWS_MAX. */
export async function requireFewerProjects(tx: Tx, userId: string): Promise<void> {
  if ((await visitorOf(tx, userId)) !== 'trial') return requireFewerRows(tx, userId, PROJECTS_MAX)
  // Serialized, so that concurrent requests are all counted.
  await lockFor(tx, `trial:${userId}`)
  if ((await tx.$count(projects, eq(projects.userId, userId))) >= TRIAL_PROJECTS) throw new AppError('TRY_LIMIT')
}
