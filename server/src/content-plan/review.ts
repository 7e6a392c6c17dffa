import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { LookId } from '@ninesixteen/shared/looks/look-ids'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../db/db.ts'
import { contentPlans, planSlots, type PlannedPost } from '../db/schema-content-plan.ts'
import { projects } from '../db/schema-projects.ts'
import { readTime, requireTexts } from '../posts/post-request.ts'
import type { PostServices } from '../posts/post-services.ts'
import { SLIDESHOW_TOKENS } from './estimate.ts'
import { prepareLook } from './redress-slot.ts'
import { planPostsJob } from './plan-jobs.ts'
import { projectIdOf } from './write-slot.ts'
import { earliestTime, isSlotAsRead, UNWRITTEN, type SlotRow } from './plan-rows.ts'

export interface AccountKey {
  platform: PlatformId
  accountId: string
}

export const isSameAccount = (one: AccountKey, other: AccountKey) => one.platform === other.platform && one.accountId === other.accountId

async function lockSlots(tx: Tx, userId: string, ids: readonly string[]): Promise<SlotRow[]> {
  const rows = await tx
    .select()
    .from(planSlots)
    .where(and(eq(planSlots.userId, userId), inArray(planSlots.id, [...ids])))
    .orderBy(planSlots.id)
    .for('update')
  if (rows.length === 0) throw new AppError('NOT_FOUND')
  return rows
}

/** Records a review, so that the plans continue for another week. */
export async function recordReview(tx: Tx, userId: string, slots: readonly Pick<SlotRow, 'planId'>[]): Promise<void> {
  const plans = [...new Set(slots.map(({ planId }) => planId))]
  if (plans.length === 0) return
  await tx
    .update(contentPlans)
    .set({ reviewedAt: sql`now()` })
    .where(and(eq(contentPlans.userId, userId), inArray(contentPlans.id, plans)))
}

export interface SlotChange {
  id: string
  look?: LookId | undefined
  posts: readonly (AccountKey & { at?: string | undefined; caption?: string | undefined; description?: string | undefined })[]
}

/** Changes times, texts or the look of a planned slot. */
export async function changeSlot(services: PostServices, userId: string, { id, look, posts: changes }: SlotChange): Promise<void> {
  changes.forEach(requireTexts)
  const { db } = services
  const redress = look === undefined ? null : await prepareLook(services, userId, { id, look })
  await db.asUser(userId, async (tx) => {
    const [slot] = await lockSlots(tx, userId, [id])
    if (slot?.state !== 'planned') throw new AppError('PLAN_SLOT_CHANGED')
    for (const { at } of changes) if (at !== undefined) await readTime(tx, at)
    const posts = slot.posts.map((post): PlannedPost => {
      const change = changes.find((candidate) => isSameAccount(candidate, post))
      if (!change || post.isScheduled) return post
      const { at = post.at, caption = post.caption, description = post.description } = change
      return { ...post, at: new Date(at).toISOString(), caption, description }
    })
    await redress?.(tx)
    await recordReview(tx, userId, [slot])
    await tx
      .update(planSlots)
      .set({ posts, at: earliestTime(posts), ...(look !== undefined && { look }), updatedAt: sql`now()` })
      .where(isSlotAsRead(slot))
  })
}

/** Rewrites slots, with another idea or the same one. Returns the ids of the slots that waited for review. */
export async function rewriteSlots(
  { db, jobs }: PostServices,
  userId: string,
  { ids, keepsIdea }: { ids: readonly string[]; keepsIdea: boolean },
) {
  return db.asUser(userId, async (tx) => {
    const slots = (await lockSlots(tx, userId, ids)).filter(
      ({ state, posts }) => state === 'planned' && !posts.some(({ isScheduled }) => isScheduled),
    )
    for (const slot of slots) {
      const posts = slot.posts.map((post) => ({ ...post, caption: '', description: '' }))
      const reset = keepsIdea
        ? { state: 'idea' as const, tokens: slot.tokens + SLIDESHOW_TOKENS, reservedAt: sql`now()` }
        : { state: 'open' as const, hook: '', context: '', look: null }
      await tx
        .update(planSlots)
        .set({ ...reset, posts, round: slot.round + 1, projectId: null, readyAt: null, updatedAt: sql`now()` })
        .where(isSlotAsRead(slot))
      await discardSlideshow(tx, slot)
      if (!keepsIdea) await rejectHook(tx, slot)
    }
    await recordReview(tx, userId, slots)
    for (const planId of new Set(slots.map((slot) => slot.planId))) await jobs.send(planPostsJob, { userId, planId }, { tx, key: planId })
    return { rewritten: slots.map(({ id }) => id) }
  })
}

/** Version of a generated slideshow without changes. */
const UNCHANGED_VERSION = 2

/** A slideshow that the user has edited stays among their drafts. */
async function discardSlideshow(tx: Tx, slot: SlotRow): Promise<void> {
  const { userId } = slot
  const projectId = projectIdOf(slot)
  await tx.delete(projects).where(and(eq(projects.userId, userId), eq(projects.id, projectId), eq(projects.version, UNCHANGED_VERSION)))
}

const REJECTED_MAX = 500

async function rejectHook(tx: Tx, { userId, planId, hook }: SlotRow): Promise<void> {
  const [plan] = await tx
    .select({ hooks: contentPlans.rejectedHooks })
    .from(contentPlans)
    .where(and(eq(contentPlans.userId, userId), eq(contentPlans.id, planId)))
    .for('update')
  const rejectedHooks = [...(plan?.hooks ?? []), hook].slice(-REJECTED_MAX)
  await tx
    .update(contentPlans)
    .set({ rejectedHooks })
    .where(and(eq(contentPlans.userId, userId), eq(contentPlans.id, planId)))
}

/** Leaves these times empty. */
export async function skipSlots({ db }: Pick<PostServices, 'db'>, userId: string, ids: readonly string[]) {
  return db.asUser(userId, async (tx) => {
    const slots = (await lockSlots(tx, userId, ids)).filter(({ state }) => state === 'planned' || UNWRITTEN.includes(state))
    for (const slot of slots)
      await tx
        .update(planSlots)
        .set({ state: 'skipped', updatedAt: sql`now()` })
        .where(isSlotAsRead(slot))
    await recordReview(tx, userId, slots)
    return { skipped: slots.map(({ id }) => id) }
  })
}
