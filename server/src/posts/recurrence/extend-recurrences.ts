import { and, eq, isNull, sql } from 'drizzle-orm'
import { nextOccurrences, type Occurrence, type RecurrenceRule } from '@ninesixteen/shared/time/occurrences'
import { RECURRENCE_DAYS_AHEAD } from '@ninesixteen/shared/time/recurrence-rule'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { hasPlan } from '../../auth/has-plan.ts'
import type { Tx } from '../../db/db.ts'
import { recurrences, type RecurrenceTarget } from '../../db/schema-planning.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { notify } from '../../notifications/notifications.ts'
import { ownWholeProject } from '../../projects/project-rows.ts'
import type { PostContent, Target } from '../post-request.ts'
import { insertPosts, type PostToInsert } from '../insert-posts.ts'
import { accountGoneDetail } from '../waiting-details.ts'
import { latestContent } from '../refresh-posts.ts'
import type { PostServices } from '../post-services.ts'
import { occurrencesToMake, postsOfOccurrences } from './occurrence-orders.ts'
import { defineCron, workFor, type Work } from '../../jobs/job.ts'
import { refreshOccurrences } from './refresh-occurrences.ts'

/** An account that stays disconnected for the whole horizon is dropped: it has missed all its posts. */
const AWAY_MAX_MS = RECURRENCE_DAYS_AHEAD * 86_400_000

type RecurrenceRow = typeof recurrences.$inferSelect

/**
 * Creates the posts of all recurrences that have come within the horizon, one recurrence at a time: one that fails is tried
 * again the next time, weeks before its posts are due.
 */
export async function extendRecurrences(
  services: PostServices,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  // As the system, because the job has no user. Users whose plan has ended get no more posts.
  const going = await services.db.asSystem((tx) =>
    tx
      .select({ id: recurrences.id, userId: recurrences.userId })
      .from(recurrences)
      .where(and(isNull(recurrences.endedAt), hasPlan(services.config, recurrences.userId)))
      .orderBy(recurrences.madeUntil),
  )
  for (const { id, userId } of going) {
    if (signal?.aborted) return
    try {
      await extendRepeat(services, { id, userId, now })
    } catch (error) {
      services.log.warn({ err: error, repeatId: id }, 'a recurrence could not be extended and is tried again')
    }
  }
}

async function extendRepeat(services: PostServices, { id, userId, now }: { id: string; userId: string; now: Date }): Promise<void> {
  const state = await services.db.asUser(userId, (tx) => readState(tx, { userId, id, now }))
  if (!state) return
  const { row, content, targets, left } = state
  const rule: RecurrenceRule = { rule: row.rule, zone: row.zone, first: row.firstWall }
  if (!content) return endItself(services, row, ENDINGS.deleted)
  if (targets.length === 0) return endItself(services, row, ENDINGS.accounts)
  const missing = occurrencesToMake({ rule, now, madeUntil: row.madeUntil })
  if (missing.length === 0 && nextOccurrences(rule, now, 1).length === 0) return endItself(services, row, ENDINGS.rule)
  const note = async (tx: Tx): Promise<void> => {
    const saved = await tx
      .update(recurrences)
      .set({ madeUntil: missing.at(-1)?.at ?? row.madeUntil, targets, updatedAt: sql`now()` })
      .where(and(isRow(row), isNull(recurrences.endedAt)))
      .returning({ id: recurrences.id })
    // The user ended it meanwhile.
    if (saved.length === 0) throw new RecurrenceEndedError()
    for (const target of left) await notifyDroppedTarget(services, tx, { row, target })
  }
  try {
    if (missing.length > 0) await insertPosts(services, userId, { orders: ordersFor(state, missing), waitsForAccount, first: note })
    else if (!isAsBefore(row.targets, targets)) await services.db.asUser(userId, note)
  } catch (error) {
    if (!(error instanceof RecurrenceEndedError)) throw error
  }
}

function ordersFor({ row, content, targets }: State, missing: readonly Occurrence[]): PostToInsert[] {
  const { id, zone: timeZone, caption, description } = row
  return content ? postsOfOccurrences({ content, targets, timeZone, caption, description }, id, missing) : []
}

/** The user may reconnect the account before the post is due. */
function waitsForAccount({ platform, awaySince }: RecurringTarget): string | null {
  return awaySince === undefined ? null : accountGoneDetail(platform)
}

function isAsBefore(stored: readonly RecurrenceTarget[], current: readonly RecurringTarget[]): boolean {
  return stored.length === current.length && stored.every(({ awaySince }, index) => awaySince === current[index]?.awaySince)
}

class RecurrenceEndedError extends Error {}

type RecurringTarget = Target & Pick<RecurrenceTarget, 'awaySince'>

interface State {
  row: RecurrenceRow
  /** Null when it uses the latest slides of a deleted slideshow. */
  content: PostContent | null
  /** The remaining targets; those with a disconnected account say since when. */
  targets: RecurringTarget[]
  /** Targets whose account has been disconnected for too long. */
  left: RecurringTarget[]
}

async function readState(tx: Tx, { userId, id, now }: { userId: string; id: string; now: Date }): Promise<State | null> {
  const [row] = await tx
    .select()
    .from(recurrences)
    .where(and(eq(recurrences.userId, userId), eq(recurrences.id, id)))
  if (!row || row.endedAt) return null
  const accounts = await tx.select(NAMED).from(socialAccounts).where(eq(socialAccounts.userId, userId))
  const targets = row.targets.map(({ awaySince = now.toISOString(), ...target }): RecurringTarget => {
    const isConnected = accounts.some(({ platform, accountId }) => platform === target.platform && accountId === target.accountId)
    return { ...target, platform: target.platform as PlatformId, ...(isConnected ? {} : { awaySince }) }
  })
  const isGone = ({ awaySince }: RecurringTarget) => awaySince !== undefined && now.getTime() - Date.parse(awaySince) >= AWAY_MAX_MS
  return {
    row,
    content: row.usesLatest ? await latestOf(tx, row) : contentOfRow(row),
    targets: targets.filter((target) => !isGone(target)),
    left: targets.filter(isGone),
  }
}

function contentOfRow({ projectId, projectVersion, companyId, kind, snapshot, film }: RecurrenceRow): PostContent {
  return { projectId, projectVersion, companyId, kind, snapshot: snapshot.map((slide) => slideSchema.parse(slide)), film }
}

async function latestOf(tx: Tx, row: RecurrenceRow): Promise<PostContent | null> {
  if (row.projectId === null) return null
  const project = await ownWholeProject(tx, row.userId, row.projectId)
  // A slideshow has no slides while it is generated again.
  if (project.slides.length === 0) return contentOfRow(row)
  return latestContent(tx, row, project)
}

interface Ending {
  reason: string
  /** Whether to notify the user: they chose the end of the rule. */
  isNotified: boolean
}

const ENDINGS = {
  rule: { reason: 'It has ended.', isNotified: false },
  deleted: { reason: 'Its slideshow was deleted.', isNotified: true },
  accounts: { reason: `Its accounts were disconnected for ${RECURRENCE_DAYS_AHEAD} days.`, isNotified: true },
} as const satisfies Record<string, Ending>

async function endItself({ db, jobs }: PostServices, row: RecurrenceRow, { reason, isNotified }: Ending): Promise<void> {
  await db.asUser(row.userId, async (tx) => {
    const ended = await tx
      .update(recurrences)
      .set({ endedAt: sql`now()`, endReason: reason, updatedAt: sql`now()` })
      .where(and(isRow(row), isNull(recurrences.endedAt)))
      .returning({ id: recurrences.id })
    if (ended.length === 0 || !isNotified) return
    const body = `${reason} Posts that are already scheduled stay as they are.`
    await notify(jobs, tx, { ...notificationOf(row), title: 'A recurring post has ended', body })
  })
}

async function notifyDroppedTarget(
  { jobs }: PostServices,
  tx: Tx,
  { row, target }: { row: RecurrenceRow; target: RecurringTarget },
): Promise<void> {
  const { label } = PLATFORMS[target.platform]
  const body = `Its ${label} account has been disconnected for ${RECURRENCE_DAYS_AHEAD} days. Connect it again and set up a new recurring post to go on.`
  await notify(jobs, tx, { ...notificationOf(row), title: `A recurring post no longer goes to ${label}`, body })
}

const notificationOf = ({ userId, id }: RecurrenceRow) =>
  ({ userId, kind: 'attention', cause: `recurrence ${id}`, href: '/post_scheduler' }) as const

const isRow = ({ userId, id }: RecurrenceRow) => and(eq(recurrences.userId, userId), eq(recurrences.id, id))
const NAMED = { platform: socialAccounts.platform, accountId: socialAccounts.accountId }

const extendDaily = defineCron('repeats.extend', '13 3 * * *', { retries: 3, retryAfter: 300, seconds: 1800 })
const freshenOften = defineCron('repeats.freshen', '*/30 * * * *', { retries: 0, seconds: 1800 })

export function recurrenceJobs(services: () => PostServices): Work[] {
  return [
    workFor(extendDaily, (_, { signal }) => extendRecurrences(services(), { signal })),
    workFor(freshenOften, (_, { signal }) => refreshOccurrences(services(), { signal })),
  ]
}
