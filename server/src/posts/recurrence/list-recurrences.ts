import { and, desc, eq, sql } from 'drizzle-orm'
import type { Repeat } from '@ninesixteen/shared/api/recurrence'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'
import { isoTime } from '../../db/iso-time.ts'
import { postRepeats } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { projects, socialAccounts } from '../../db/schema.ts'
import { isChangeable } from '../post-rows.ts'
import type { Scheduling } from '../post-services.ts'

/** Ended ones are a memory: the last of them are enough. */
const SHOWN_MAX = 200

/** Those that go on, then those that ended, the newest first. */
export function listRepeats({ db }: Pick<Scheduling, 'db'>, userId: string): Promise<Repeat[]> {
  return db.asUser(userId, (tx) => shownRepeats(tx, userId))
}

/** One of them, or NOT_FOUND, which is also what someone else's looks like. */
export async function readRepeat({ db }: Pick<Scheduling, 'db'>, userId: string, id: string): Promise<Repeat> {
  const [repeat] = await db.asUser(userId, (tx) => shownRepeats(tx, userId, id))
  if (!repeat) throw new AppError('NOT_FOUND')
  return repeat
}

/** The posts of a repetition that ending it cancels. */
export const waitsOf = (userId: string, repeatId: string) =>
  and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.repeatId, repeatId), eq(scheduledPosts.status, 'pending'), isChangeable)

async function shownRepeats(tx: Tx, userId: string, id?: string): Promise<Repeat[]> {
  const rows = await tx
    .select({ ...SHOWN, projectTitle: projects.title })
    .from(postRepeats)
    .leftJoin(projects, eq(projects.id, postRepeats.projectId))
    .where(and(eq(postRepeats.userId, userId), id === undefined ? undefined : eq(postRepeats.id, id)))
    .orderBy(sql`${postRepeats.endedAt} is not null`, desc(postRepeats.createdAt), desc(postRepeats.id))
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

/** Not the slides, which are most of a row. */
const SHOWN = {
  id: postRepeats.id,
  rule: postRepeats.rule,
  zone: postRepeats.zone,
  firstWall: postRepeats.firstWall,
  projectId: postRepeats.projectId,
  kind: postRepeats.kind,
  usesLatest: postRepeats.usesLatest,
  targets: postRepeats.targets,
  caption: postRepeats.caption,
  description: postRepeats.description,
  endedAt: postRepeats.endedAt,
  endReason: postRepeats.endReason,
  createdAt: postRepeats.createdAt,
}
const NAMED = { platform: socialAccounts.platform, accountId: socialAccounts.accountId, username: socialAccounts.username }
