import { and, eq, isNull, sql } from 'drizzle-orm'
import { nextOccurrences, type Repetition } from '@ninesixteen/shared/time/occurrences'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { hasPlan } from '../../billing/has-plan.ts'
import type { Tx } from '../../db/db.ts'
import { postRepeats } from '../../db/schema-planning.ts'
import { socialAccounts } from '../../db/schema.ts'
import { ownWholeProject } from '../../routes/projects/project-rows.ts'
import type { PostContent, Target } from '../order.ts'
import { placeOrders } from '../place-orders.ts'
import { latestContent } from '../refresh-posts.ts'
import type { Scheduling } from '../scheduling.ts'
import { occurrencesToMake, ordersOf } from './occurrence-orders.ts'

type RepeatRow = typeof postRepeats.$inferSelect

/**
 * Makes the posts of all repetitions that have come within the horizon, each repetition for itself: one that cannot be extended now is tried
 * again the next time, weeks before its posts are due.
 */
export async function extendRepeats(
  services: Scheduling,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  // As the system: nobody asks for it. Whose plan has ended makes no further posts.
  const going = await services.db.asSystem((tx) =>
    tx
      .select({ id: postRepeats.id, userId: postRepeats.userId })
      .from(postRepeats)
      .where(and(isNull(postRepeats.endedAt), hasPlan(services.config, postRepeats.userId)))
      .orderBy(postRepeats.madeUntil),
  )
  for (const { id, userId } of going) {
    if (signal?.aborted) return
    try {
      await extendRepeat(services, { id, userId, now })
    } catch (error) {
      services.log.warn({ err: error, repeatId: id }, 'a repetition could not be extended and is tried again')
    }
  }
}

async function extendRepeat(services: Scheduling, { id, userId, now }: { id: string; userId: string; now: Date }): Promise<void> {
  const state = await services.db.asUser(userId, (tx) => readState(tx, userId, id))
  if (!state) return
  const { row, content, targets } = state
  const repetition: Repetition = { rule: row.rule, zone: row.zone, first: row.firstWall }
  if (!content) return endItself(services, row, 'Its slideshow was deleted.')
  // Accounts that are connected again later are posted to from then on.
  if (targets.length === 0) return
  const found = occurrencesToMake({ repetition, now, madeUntil: row.madeUntil })
  const last = found.at(-1)
  if (!last) {
    if (nextOccurrences(repetition, now, 1).length === 0) await endItself(services, row, 'It has ended.')
    return
  }
  const { zone: timeZone, caption, description } = row
  await placeOrders(services, userId, {
    orders: ordersOf({ content, targets, timeZone, caption, description }, id, found),
    first: async (tx) => {
      const made = await tx
        .update(postRepeats)
        .set({ madeUntil: last.at, updatedAt: sql`now()` })
        .where(and(isRow(row), isNull(postRepeats.endedAt)))
        .returning({ id: postRepeats.id })
      // It was ended meanwhile.
      if (made.length === 0) throw new RepeatEnded()
    },
  }).catch((error: unknown) => {
    if (!(error instanceof RepeatEnded)) throw error
  })
}

class RepeatEnded extends Error {}

interface State {
  row: RepeatRow
  /** Null when its slideshow is gone, of which it wants the latest. */
  content: PostContent | null
  /** Those that are connected. */
  targets: Target[]
}

async function readState(tx: Tx, userId: string, id: string): Promise<State | null> {
  const [row] = await tx
    .select()
    .from(postRepeats)
    .where(and(eq(postRepeats.userId, userId), eq(postRepeats.id, id)))
  if (!row || row.endedAt) return null
  const accounts = await tx.select(NAMED).from(socialAccounts).where(eq(socialAccounts.userId, userId))
  const targets = row.targets.filter((target) =>
    accounts.some(({ platform, accountId }) => platform === target.platform && accountId === target.accountId),
  )
  return {
    row,
    content: row.usesLatest ? await latestOf(tx, row) : contentOfRow(row),
    targets: targets.map((target) => ({ ...target, platform: target.platform as PlatformId })),
  }
}

function contentOfRow({ projectId, projectVersion, companyId, kind, snapshot, film }: RepeatRow): PostContent {
  return { projectId, projectVersion, companyId, kind, snapshot: snapshot.map((slide) => slideSchema.parse(slide)), film }
}

async function latestOf(tx: Tx, row: RepeatRow): Promise<PostContent | null> {
  if (row.projectId === null) return null
  const project = await ownWholeProject(tx, row.userId, row.projectId)
  // A slideshow that is being written anew has none for a moment.
  if (project.slides.length === 0) return contentOfRow(row)
  return latestContent(row, project)
}

async function endItself({ db }: Scheduling, row: RepeatRow, endReason: string): Promise<void> {
  await db.asUser(row.userId, (tx) =>
    tx
      .update(postRepeats)
      .set({ endedAt: sql`now()`, endReason, updatedAt: sql`now()` })
      .where(and(isRow(row), isNull(postRepeats.endedAt))),
  )
}

const isRow = ({ userId, id }: RepeatRow) => and(eq(postRepeats.userId, userId), eq(postRepeats.id, id))
const NAMED = { platform: socialAccounts.platform, accountId: socialAccounts.accountId }
