import { and, desc, eq, sql } from 'drizzle-orm'
import type { RecurringPost } from '@ninesixteen/shared/api/recurrence'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'
import { isoTime } from '../../db/columns.ts'
import { recurrences } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { projects } from '../../db/schema-projects.ts'
import { isChangeable } from '../post-rows.ts'
import type { PostServices } from '../post-services.ts'

/** Most ended recurrences in the list. */
const SHOWN_MAX = 200

/** Active recurrences, then ended ones, the newest first. */
export function listRecurrences({ db }: Pick<PostServices, 'db'>, userId: string): Promise<RecurringPost[]> {
  return db.asUser(userId, (tx) => presentedRecurrences(tx, userId))
}

/** One recurrence; throws NOT_FOUND, also for the recurrence of another user. */
export async function readRecurrence({ db }: Pick<PostServices, 'db'>, userId: string, id: string): Promise<RecurringPost> {
  const [recurrence] = await db.asUser(userId, (tx) => presentedRecurrences(tx, userId, id))
  if (!recurrence) throw new AppError('NOT_FOUND')
  return recurrence
}

/** The posts that ending a recurrence cancels. */
export const pendingOccurrences = (userId: string, repeatId: string) =>
  and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.repeatId, repeatId), eq(scheduledPosts.status, 'pending'), isChangeable)

async function presentedRecurrences(tx: Tx, userId: string, id?: string): Promise<RecurringPost[]> {
  const rows = await tx
    .select({ ...SHOWN, projectTitle: projects.title })
    .from(recurrences)
    .leftJoin(projects, eq(projects.id, recurrences.projectId))
    .where(and(eq(recurrences.userId, userId), id === undefined ? undefined : eq(recurrences.id, id)))
    .orderBy(sql`${recurrences.endedAt} is not null`, desc(recurrences.createdAt), desc(recurrences.id))
    .limit(SHOWN_MAX)
  const waiting = await tx
    .select({
      repeatId: scheduledPosts.repeatId,
      posts: sql<number>`count(*)::int`,
      nextAt: isoTime(sql`min(${scheduledPosts.scheduledTime})`),
    })
    .from(scheduledPosts)
    .where(
      and(
        eq(scheduledPosts.userId, userId),
        eq(scheduledPosts.status, 'pending'),
        sql`${scheduledPosts.repeatId} = any(${sql.param(rows.map((row) => row.id))}::uuid[])`,
        isChangeable,
      ),
    )
    .groupBy(scheduledPosts.repeatId)
  const accounts = await tx.select(NAMED).from(socialAccounts).where(eq(socialAccounts.userId, userId))
  return rows.map(({ firstWall, targets, endedAt, createdAt, ...row }) => {
    const own = waiting.find(({ repeatId }) => repeatId === row.id)
    return {
      ...row,
      first: firstWall,
      targets: targets.map(({ platform, accountId }) => ({
        platform: platform as PlatformId,
        accountId,
        username: accounts.find((account) => account.platform === platform && account.accountId === accountId)?.username ?? null,
      })),
      nextAt: own?.nextAt ?? null,
      waiting: own?.posts ?? 0,
      endedAt: endedAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }
  })
}

/** Without the slides, which are most of a row. */
const SHOWN = {
  id: recurrences.id,
  rule: recurrences.rule,
  zone: recurrences.zone,
  firstWall: recurrences.firstWall,
  projectId: recurrences.projectId,
  kind: recurrences.kind,
  usesLatest: recurrences.usesLatest,
  targets: recurrences.targets,
  caption: recurrences.caption,
  description: recurrences.description,
  endedAt: recurrences.endedAt,
  endReason: recurrences.endReason,
  createdAt: recurrences.createdAt,
}
const NAMED = { platform: socialAccounts.platform, accountId: socialAccounts.accountId, username: socialAccounts.username }
