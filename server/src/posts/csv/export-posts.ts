import { stringify } from 'csv-stringify/sync'
import { and, eq, sql } from 'drizzle-orm'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import type { Db } from '../../db/db.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { isAccountOfPost } from '../account-of-post.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { projects } from '../../db/schema-projects.ts'
import { writeOptions } from './option-columns.ts'
import { guarded, EXPORTED_COLUMNS, READ_COLUMNS } from './post-columns.ts'

/** Posts loaded into memory at a time. */
const PAGE = 500
const COLUMNS = [...READ_COLUMNS, ...EXPORTED_COLUMNS]
/** RFC 4180 ends lines with CR LF; a cell that contains either character is quoted. */
const FORM = { record_delimiter: 'windows', quoted_match: /[\r\n]/ } as const

/** Streams all posts of a user as CSV, by their time, drafts last. The import reads the same columns. */
export async function* exportPosts(db: Db, userId: string): AsyncGenerator<Uint8Array, void> {
  // Without a byte order mark, spreadsheets read the file in another encoding.
  yield Buffer.from(`\ufeff${writeLines([COLUMNS])}`)
  const ids = await idsInOrder(db, userId)
  for (let at = 0; at < ids.length; at += PAGE) yield Buffer.from(await linesOf(db, userId, ids.slice(at, at + PAGE)))
}

export function writeLines(lines: readonly string[][]): string {
  return stringify(
    lines.map((cells) => cells.map(guarded)),
    FORM,
  )
}

async function idsInOrder(db: Db, userId: string): Promise<string[]> {
  const rows = await db.long.asUser(userId, (tx) =>
    tx
      .select({ id: scheduledPosts.id })
      .from(scheduledPosts)
      .where(eq(scheduledPosts.userId, userId))
      .orderBy(sql`${scheduledPosts.scheduledTime} asc nulls last`, scheduledPosts.id),
  )
  return rows.map(({ id }) => id)
}

async function linesOf(db: Db, userId: string, ids: readonly string[]): Promise<string> {
  const rows = await db.long.asUser(userId, (tx) =>
    tx
      .select(ROW)
      .from(scheduledPosts)
      .leftJoin(projects, eq(projects.id, scheduledPosts.projectId))
      .leftJoin(socialAccounts, isAccountOfPost)
      .where(and(eq(scheduledPosts.userId, userId), sql`${scheduledPosts.id} = any(${sql.param(ids)}::uuid[])`))
      .orderBy(sql`${scheduledPosts.scheduledTime} asc nulls last`, scheduledPosts.id),
  )
  return rows.length === 0 ? '' : writeLines(rows.map(lineOf))
}

/** Without the slides, which are most of a row. */
const ROW = {
  id: scheduledPosts.id,
  project: projects.title,
  projectId: scheduledPosts.projectId,
  platform: scheduledPosts.platform,
  accountId: scheduledPosts.accountId,
  username: socialAccounts.username,
  scheduledTime: scheduledPosts.scheduledTime,
  timeZone: scheduledPosts.timeZone,
  kind: scheduledPosts.kind,
  caption: scheduledPosts.caption,
  description: scheduledPosts.description,
  options: scheduledPosts.options,
  status: scheduledPosts.status,
  delivery: scheduledPosts.delivery,
  publishedAt: scheduledPosts.publishedAt,
  link: scheduledPosts.remoteUrl,
  error: scheduledPosts.errorMessage,
}

interface Row {
  id: string
  project: string | null
  projectId: string | null
  platform: string
  accountId: string
  username: string | null
  scheduledTime: Date | null
  timeZone: string
  kind: string
  caption: string
  description: string
  options: Record<string, unknown>
  status: string
  delivery: string
  publishedAt: Date | null
  link: string | null
  error: string | null
}

function lineOf(row: Row): string[] {
  const [date = '', time = ''] = row.scheduledTime ? wallOf(row.scheduledTime, row.timeZone).split('T') : []
  const cells = new Map<string, string | null>([
    ...writeOptions(row.platform as PlatformId, row.options),
    ['project', row.project],
    ['project_id', row.projectId],
    ['platform', row.platform],
    ['account', row.username ?? row.accountId],
    ['date', date],
    ['time', time],
    ['time_zone', row.timeZone],
    ['kind', row.kind],
    ['caption', row.caption],
    ['description', row.description],
    ['id', row.id],
    ['status', row.delivery === 'draft' || row.delivery === 'cancelled' ? row.delivery : row.status],
    ['published_at', row.publishedAt?.toISOString() ?? ''],
    ['link', row.link],
    ['error', row.error],
  ])
  return COLUMNS.map((column) => cells.get(column) ?? '')
}
