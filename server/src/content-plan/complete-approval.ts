import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import type { Tx } from '../db/db.ts'
import { contentPlans, planSlots, type PlannedPost } from '../db/schema-content-plan.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { derivedId } from '../derived-id.ts'
import { requestDigest, Superseded } from '../idempotency/idempotency-keys.ts'
import { notify } from '../notifications/notifications.ts'
import { plannedPosts } from '../posts/create-posts.ts'
import { insertPosts, type PostToInsert } from '../posts/insert-posts.ts'
import { databaseTime, readPostRequest, requireZone } from '../posts/post-request.ts'
import type { PostServices } from '../posts/post-services.ts'
import { requirePublishable } from '../posts/preflight/require-publishable.ts'
import { earliestTime, isSlotAsRead, nextFreeTime, type SlotRow } from './plan-rows.ts'
import { planHref } from './planner.ts'
import type { AccountKey } from './review.ts'

/** A post that is late by less goes out at once, in milliseconds. */
const LATE_MS = 60_000

/** A refusal is for the user to fix; everything else is retried. */
export const isRefusal = (error: unknown): error is AppError => error instanceof AppError && error.status < 500

export interface SlotKey {
  userId: string
  id: string
}

interface MovedPost {
  before: PlannedPost
  after: PlannedPost
}

/**
 * Creates the approved posts and the slot's new state in one transaction. The slides are rendered in the background from the posts' snapshot. A slot with a post that a platform refuses goes back to review; a
 * time that passed since the approval is replaced by the next free one.
 */
export async function completeApproval(services: PostServices, key: SlotKey): Promise<void> {
  try {
    await schedulePosts(services, key)
  } catch (error) {
    if (error instanceof Superseded) return requireApproved(services, key)
    if (isRefusal(error)) await services.db.asUser(key.userId, (tx) => returnToReview(tx, key))
    throw error
  }
}

/** Another process completed it meanwhile. */
async function requireApproved({ db }: PostServices, { userId, id }: SlotKey): Promise<void> {
  const [slot] = await db.asUser(userId, (tx) => tx.select({ state: planSlots.state }).from(planSlots).where(isSlot({ userId, id })))
  if (slot?.state !== 'approved') throw new AppError('PLAN_SLOT_CHANGED')
}

const isSlot = ({ userId, id }: SlotKey) => and(eq(planSlots.userId, userId), eq(planSlots.id, id))

async function returnToReview(tx: Tx, key: SlotKey): Promise<void> {
  const [slot] = await tx
    .select()
    .from(planSlots)
    .where(and(isSlot(key), eq(planSlots.state, 'approving')))
    .for('update')
  if (!slot) return
  await tx
    .update(planSlots)
    .set({ state: 'planned', posts: slot.posts.map(withoutPendingOptions), updatedAt: sql`now()` })
    .where(isSlotAsRead(slot))
}

function withoutPendingOptions(post: PlannedPost): PlannedPost {
  if (post.isScheduled) return post
  const { options: _refused, version: _approved, ...rest } = post
  return rest
}

async function schedulePosts(services: PostServices, key: SlotKey): Promise<void> {
  const { userId } = key
  const { slot, posts, moved, orders } = await services.db.asUser(userId, (tx) => readApproved(tx, key))
  await requirePublishable(
    services,
    userId,
    orders.flatMap(({ order }) => plannedPosts(order)),
  )
  const isDue = (post: PlannedPost) => post.options !== undefined && !post.isScheduled
  const after = posts.map((post) => (isDue(post) ? { ...post, isScheduled: true } : post))
  const store = async (tx: Tx): Promise<void> => {
    const state = after.every(({ isScheduled }) => isScheduled) ? 'approved' : 'planned'
    const stored = await tx
      .update(planSlots)
      .set({ state, posts: after, at: earliestTime(after), updatedAt: sql`now()` })
      .where(isSlotAsRead(slot))
      .returning({ id: planSlots.id })
    if (stored.length === 0) throw new Superseded()
    await notifyOfMoves(services, tx, { slot, moved })
  }
  if (orders.length > 0) await insertPosts(services, userId, { orders, isRenderedLater: true, first: store })
  else await services.db.asUser(userId, store)
}

/** The slot with the posts to create. Throws Superseded when it no longer waits for its posts. */
async function readApproved(
  tx: Tx,
  key: SlotKey,
): Promise<{ slot: SlotRow; posts: PlannedPost[]; moved: MovedPost[]; orders: PostToInsert[] }> {
  const { userId } = key
  const [slot] = await tx
    .select()
    .from(planSlots)
    .where(and(isSlot(key), eq(planSlots.state, 'approving')))
  if (!slot) throw new Superseded()
  const requestIdOf = ({ platform, accountId }: AccountKey) => derivedId(`${slot.id} post ${slot.round} ${platform} ${accountId}`)
  // Earlier versions created the posts of a slot one by one.
  const existing = await tx
    .select({ requestId: scheduledPosts.requestId })
    .from(scheduledPosts)
    .where(and(eq(scheduledPosts.userId, userId), inArray(scheduledPosts.requestId, slot.posts.map(requestIdOf))))
  const moved: MovedPost[] = []
  const posts: PlannedPost[] = []
  const now = await databaseTime(tx)
  for (const post of slot.posts) {
    const isScheduled = post.isScheduled || existing.some(({ requestId }) => requestId === requestIdOf(post))
    const isLate = !isScheduled && post.options !== undefined && Date.parse(post.at) < now.getTime() - LATE_MS
    const after = isLate ? { ...post, at: (await nextFreeTime(tx, userId, post)).toISOString() } : post
    if (isLate) moved.push({ before: post, after })
    posts.push(isScheduled ? { ...post, isScheduled } : after)
  }
  const due = posts.filter(({ isScheduled, options }) => !isScheduled && options !== undefined)
  return { slot, posts, moved, orders: await ordersOf(tx, slot, { due, requestIdOf }) }
}

/** One request per post, because their times differ. Throws PROJECT_CHANGED when the slideshow is no longer as it was approved. */
async function ordersOf(
  tx: Tx,
  { userId, projectId }: SlotRow,
  { due, requestIdOf }: { due: readonly PlannedPost[]; requestIdOf: (post: AccountKey) => string },
): Promise<PostToInsert[]> {
  if (due.length === 0) return []
  for (const { timeZone } of due) requireZone(timeZone)
  const targets = due.map(({ platform, accountId, caption, description, options = {} }) => ({
    platform,
    accountId,
    caption,
    description,
    options,
  }))
  const projectVersion = due.find(({ version }) => version !== undefined)?.version ?? null
  const content = { projectId, projectVersion, kind: 'slides' as const, film: null, photos: [] }
  const texts = { caption: '', description: '' }
  const request = await readPostRequest(tx, userId, { ...content, ...texts, targets, scheduledTime: null, timeZone: 'UTC' })
  return request.targets.flatMap((target, index) => {
    const post = due[index]
    if (!post) return []
    const { at, timeZone } = post
    return [
      {
        order: { ...request, targets: [target], time: new Date(at), timeZone },
        request: { id: requestIdOf(post), digest: requestDigest('plan-post', { ...post, projectId }) },
      },
    ]
  })
}

async function notifyOfMoves(
  { jobs }: PostServices,
  tx: Tx,
  { slot, moved }: { slot: SlotRow; moved: readonly MovedPost[] },
): Promise<void> {
  for (const { before, after } of moved) {
    const { label } = PLATFORMS[after.platform]
    const [passed, next] = [before.at, after.at].map((at) => shownMoment(new Date(at), after.timeZone))
    await notify(jobs, tx, {
      ...(await notificationOf(tx, slot)),
      title: 'An approved post moved to the next free time',
      body: `${label}: “${slot.hook}” goes out on ${next}. Its time, ${passed}, passed before it was scheduled.`,
    })
  }
}

export async function notificationOf(tx: Tx, { userId, planId }: SlotRow) {
  const [plan] = await tx.select({ companyId: contentPlans.companyId }).from(contentPlans).where(eq(contentPlans.id, planId))
  return { userId, kind: 'attention', cause: `plan ${planId}`, href: planHref({ companyId: plan?.companyId ?? '' }) } as const
}
