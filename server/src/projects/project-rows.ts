import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { projectSchema, projectSummarySchema, type Project, type ProjectSummary } from '@ninesixteen/shared/api/projects'
import { AppError } from '@ninesixteen/shared/errors'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Db, Tx } from '../db/db.ts'
import { encodeCursor, decodeCursor } from '../db/keyset-cursor.ts'
import { projects, slides } from '../db/schema.ts'

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

/** What is shown of a project: all but the saves that made it. */
export type ShownRow = Omit<ProjectRow, (typeof NOT_SHOWN)[number]>

const NOT_SHOWN = ['earlierSaveIds', 'lastSaveId'] as const
const SHOWN = sql.raw(
  Object.entries(getTableColumns(projects))
    .filter(([name]) => !NOT_SHOWN.some((hidden) => hidden === name))
    .map(([name, column]) => `projects."${column.name}" as "${name}"`)
    .join(', '),
)

interface ProjectPage {
  where: SQL | undefined
  limit: number
  offset: number
  /** The place where the page before ended. */
  after?: string | undefined
}

/** Some of the person's projects, the last changed first, how many there are in all, and the place to go on from. */
export async function listProjects(
  db: Db,
  userId: string,
  { where, limit, offset, after }: ProjectPage,
): Promise<{ rows: ShownRow[]; total: number; next: string | null }> {
  const mine = and(eq(projects.userId, userId), where)
  // Only a row tells how many there are, so that a page is one question.
  const rows = await db.readAsUser<ShownRow & { total: number; place: string }>(
    userId,
    sql`select ${SHOWN}, (select count(*)::int from projects where ${mine}) as total,
        ${encodeCursor(projects.updatedAt, projects.id)} as place
      from projects where ${and(mine, after === undefined ? undefined : isAfter(after))}
      order by projects.updated_at desc, projects.id desc limit ${limit + 1} offset ${offset}`,
  )
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? (shown.at(-1)?.place ?? null) : null
  const [first] = rows
  if (first || (offset === 0 && after === undefined)) return { rows: shown, total: first?.total ?? 0, next }
  // Past the last one they have to be counted.
  const [counted] = await db.readAsUser<{ total: number }>(userId, sql`select count(*)::int as total from projects where ${mine}`)
  return { rows: [], total: counted?.total ?? 0, next }
}

function isAfter(place: string): SQL {
  const { at, id } = decodeCursor(place)
  return sql`(projects.updated_at, projects.id) < (${at}, ${id})`
}

/** The person's project with its slides in their order, by one message; NOT_FOUND where there is none. */
export async function readProject(db: Db, userId: string, id: string): Promise<{ row: ShownRow; slides: Slide[] }> {
  const [found] = await db.readAsUser<ShownRow & { content: Slide[] }>(
    userId,
    sql`select ${SHOWN}, coalesce((select jsonb_agg(data order by number) from slides
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

/** Slides in their order. */
export async function readSlides(tx: Tx, userId: string, projectId: string): Promise<Slide[]> {
  const rows = await tx
    .select({ data: slides.data })
    .from(slides)
    .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId)))
    .orderBy(asc(slides.number))
  return rows.map((row) => row.data)
}

export function summarise(row: ShownRow, coverUrl: string | null): ProjectSummary {
  return projectSummarySchema.parse({ ...row, coverUrl, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() })
}

export function presentProject(row: ShownRow, coverUrl: string | null, content: Slide[]): Project {
  // Slides stored by an earlier version of the product get the defaults of this one here.
  return projectSchema.parse({ ...summarise(row, coverUrl), slides: content })
}
