import { and, asc, eq, gte, inArray, notInArray, sql, type SQL } from 'drizzle-orm'
import { briefOf, type ContentPlan, type PlanBrief, type PlanSlotState } from '@ninesixteen/shared/api/content-plan'
import { SLOT_APART_MINUTES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { picturesMaxFor } from '@ninesixteen/shared/publishing/platforms'
import { planSlots as slotsOf } from '@ninesixteen/shared/time/plan-slots'
import { freePostingTimes } from '@ninesixteen/shared/time/posting-times'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import type { Tx } from '../db/db.ts'
import { contentPlans, planSlots, type PlannedPost } from '../db/schema-content-plan.ts'
import { slideshowTemplates } from '../db/schema-slideshow-templates.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { databaseTime } from '../posts/post-request.ts'
import { listPostingTimes } from '../posts/posting-times/posting-slots.ts'
import { horizonOf } from './estimate.ts'

export type PlanRow = typeof contentPlans.$inferSelect
export type SlotRow = typeof planSlots.$inferSelect

/** The form of a slideshow where no template of the brief fits. */
const FALLBACK = { contentType: 'numbered-list', templateId: null } as const

/** States in which the server has work to do. */
export const UNWRITTEN: readonly PlanSlotState[] = ['open', 'idea', 'slideshow']

/** The user's plan of a company; null without one. */
export async function findPlan(tx: Tx, userId: string, companyId: string): Promise<PlanRow | null> {
  const [row] = await tx
    .select()
    .from(contentPlans)
    .where(and(eq(contentPlans.userId, userId), eq(contentPlans.companyId, companyId)))
  return row ?? null
}

export async function requirePlan(tx: Tx, userId: string, companyId: string): Promise<PlanRow> {
  const row = await findPlan(tx, userId, companyId)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

export const isPlan = ({ id, userId }: Pick<PlanRow, 'id' | 'userId'>) => and(eq(contentPlans.userId, userId), eq(contentPlans.id, id))

/** Matches the slot only if its state and round are unchanged since it was read. */
export const isSlotAsRead = ({ id, userId, state, round }: Pick<SlotRow, 'id' | 'userId' | 'state' | 'round'>) =>
  and(eq(planSlots.userId, userId), eq(planSlots.id, id), eq(planSlots.state, state), eq(planSlots.round, round))

/** The future slots that a brief requests, at times without another scheduled post. */
export async function requestedSlots(tx: Tx, userId: string, brief: Pick<PlanBrief, 'accounts' | 'weeks'>) {
  const now = await databaseTime(tx)
  const until = horizonOf(brief, now)
  const times = await listPostingTimes(tx, userId)
  const accounts = brief.accounts.flatMap(({ platform, accountId }) => {
    const account = times.find((entry) => entry.platform === platform && entry.accountId === accountId)
    return account ? [{ key: { platform, accountId, timeZone: account.zone }, zone: account.zone, slots: account.slots }] : []
  })
  const occupied = await scheduledTimes(tx, userId, now)
  const isFree = ({ key, at }: { key: { platform: string; accountId: string }; at: Date }) =>
    !occupied.some(
      (post) =>
        post.platform === key.platform &&
        post.accountId === key.accountId &&
        Math.abs(post.at.getTime() - at.getTime()) < SLOT_APART_MINUTES * 60_000,
    )
  return slotsOf(accounts, { after: now, until }).flatMap(({ posts, ...slot }) => {
    const free = posts.filter(isFree)
    return free.length > 0 ? [{ ...slot, posts: free }] : []
  })
}

async function scheduledTimes(tx: Tx, userId: string, after: Date) {
  const rows = await tx
    .select({ platform: scheduledPosts.platform, accountId: scheduledPosts.accountId, at: scheduledPosts.scheduledTime })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.status, 'pending'), gte(scheduledPosts.scheduledTime, after)))
  return rows.flatMap(({ at, ...row }) => (at ? [{ ...row, at }] : []))
}

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]

/**
 * The account's next posting time that neither a scheduled nor a planned post occupies. Without weekly times, the same hour of a coming day.
 */
export async function nextFreeTime(tx: Tx, userId: string, post: PlannedPost): Promise<Date> {
  const { platform, accountId, timeZone } = post
  const after = await databaseTime(tx)
  const isOfAccount = (other: { platform: string; accountId: string }) => other.platform === platform && other.accountId === accountId
  const weekly = (await listPostingTimes(tx, userId)).find(isOfAccount)
  const time = wallOf(new Date(post.at), timeZone).slice(11, 16)
  const { zone, slots } = weekly ?? { zone: timeZone, slots: WEEKDAYS.map((weekday) => ({ weekday, time })) }
  const planned = await tx
    .select({ posts: planSlots.posts })
    .from(planSlots)
    .where(and(eq(planSlots.userId, userId), notInArray(planSlots.state, ['approved', 'skipped', 'missed'])))
  const taken = [...(await scheduledTimes(tx, userId, after)), ...planned.flatMap(({ posts }) => posts)]
    .filter(isOfAccount)
    .map(({ at }) => new Date(at))
  const [free] = freePostingTimes({ slots, zone, after, taken, apartMinutes: SLOT_APART_MINUTES })
  if (!free) throw new AppError('SCHEDULE_IN_PAST')
  return free
}

/** The templates of the ids that are the user's, with their number of slides. */
export async function readPlannedTemplates(tx: Tx, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { id, contentType, slides } = slideshowTemplates
  return tx
    .select({ id, contentType, slides: sql<number>`jsonb_array_length(${slides})` })
    .from(slideshowTemplates)
    .where(and(eq(slideshowTemplates.userId, userId), inArray(id, [...ids])))
}

/** Creates the slots that have come within the horizon. A slot is created once, regardless of its later state. */
export async function extendSlots(tx: Tx, plan: PlanRow): Promise<void> {
  const { userId, id: planId, contentTypes, templateIds, languages } = plan
  const slots = await requestedSlots(tx, userId, plan)
  if (slots.length === 0) return
  const templates = await readPlannedTemplates(tx, userId, templateIds)
  const forms = [
    ...contentTypes.map((contentType) => ({ contentType, templateId: null, slides: 0 })),
    ...templates.map(({ id: templateId, contentType, slides }) => ({ contentType, templateId, slides })),
  ]
  const rows = slots.map(({ day, ordinal, posts }) => {
    const rotation = Math.round(Date.parse(`${day}T00:00Z`) / 86_400_000) + ordinal
    // Some networks accept fewer slides than a template has.
    const maxSlides = Math.min(...posts.map(({ key }) => picturesMaxFor(key.platform, {})))
    const fitting = forms.filter(({ slides }) => slides <= maxSlides)
    const { contentType, templateId } = fitting[rotation % Math.max(1, fitting.length)] ?? FALLBACK
    const planned = posts.map(({ key, at }): PlannedPost => ({ ...key, at: at.toISOString(), caption: '', description: '' }))
    return {
      userId,
      planId,
      day,
      ordinal,
      at: earliestTime(planned),
      posts: planned,
      contentType,
      templateId,
      language: languages[rotation % Math.max(1, languages.length)] ?? '',
    }
  })
  await tx.insert(planSlots).values(rows).onConflictDoNothing()
}

export function earliestTime(posts: readonly PlannedPost[]): Date {
  return new Date(Math.min(...posts.map(({ at }) => Date.parse(at))))
}

/** The next slot that the server has to write. */
export async function nextSlot(tx: Tx, { userId, id }: PlanRow): Promise<SlotRow | null> {
  const [slot] = await tx
    .select()
    .from(planSlots)
    .where(
      and(eq(planSlots.userId, userId), eq(planSlots.planId, id), inArray(planSlots.state, [...UNWRITTEN]), gte(planSlots.at, sql`now()`)),
    )
    .orderBy(asc(planSlots.at), asc(planSlots.id))
    .limit(1)
  return slot ?? null
}

/** Tokens that the plan reserved since Monday, UTC. */
export async function tokensThisWeek(tx: Tx, { userId, id }: Pick<PlanRow, 'userId' | 'id'>): Promise<number> {
  const [row] = await tx
    .select({ used: sql<number>`coalesce(sum(${planSlots.tokens}), 0)::int` })
    .from(planSlots)
    .where(
      and(
        eq(planSlots.userId, userId),
        eq(planSlots.planId, id),
        gte(planSlots.reservedAt, sql`date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'`),
      ),
    )
  return row?.used ?? 0
}

export async function presentPlan(tx: Tx, row: PlanRow): Promise<ContentPlan> {
  const counted = await tx
    .select({ state: planSlots.state, total: sql<number>`count(*)::int` })
    .from(planSlots)
    .where(and(eq(planSlots.userId, row.userId), eq(planSlots.planId, row.id), gte(planSlots.at, sql`now()`)))
    .groupBy(planSlots.state)
  const total = (states: readonly PlanSlotState[]) =>
    counted.reduce((sum, entry) => sum + (states.includes(entry.state) ? entry.total : 0), 0)
  return {
    ...briefOf(row),
    state: row.state,
    reason: row.reason,
    counts: { writing: total(UNWRITTEN), planned: total(['planned', 'approving']), approved: total(['approved']) },
    usedTokens: await tokensThisWeek(tx, row),
  }
}

/** Excludes slideshows that wait for review on the board: a month of them would bury the user's own. */
export const isNotPlanned: SQL = sql`not exists (select from plan_slots where plan_slots.project_id = projects.id
  and plan_slots.state in ('idea', 'slideshow', 'planned', 'approving'))`
