import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { consentFor } from '@ninesixteen/shared/publishing/platforms'
import type { Tx } from '../db/db.ts'
import { contentPlans, planSlots, type PlannedPost } from '../db/schema-content-plan.ts'
import { projects } from '../db/schema-projects.ts'
import { readTime } from '../posts/post-request.ts'
import type { PostServices } from '../posts/post-services.ts'
import { ABANDONED_SECONDS, completeApprovalsJob } from './plan-jobs.ts'
import { isSlotAsRead, type PlanRow, type SlotRow } from './plan-rows.ts'
import { completeApproval, isRefusal } from './complete-approval.ts'
import { isSameAccount, recordReview, type AccountKey } from './review.ts'

const HOUR_MS = 3_600_000

export interface Approval {
  id: string
  /** Version of the slideshow that the user saw. */
  version: number
  options: readonly (AccountKey & { options: Record<string, unknown> })[]
}

/**
 * Approves slots one by one. Slots with a problem stay planned, and the problem is returned. All approvals are recorded before the first post
 * is created: a job completes those that a dying process leaves behind. The same approval again returns its outcome.
 */
export async function approveSlots(services: PostServices, userId: string, approvals: readonly Approval[]) {
  const approved: string[] = []
  const problems: { id: string; message: string }[] = []
  const attempt = async (id: string, step: () => Promise<void>): Promise<boolean> => {
    try {
      await step()
      return true
    } catch (error) {
      if (!isRefusal(error)) throw error
      problems.push({ id, message: error.message })
      return false
    }
  }
  let recorded: string[] = []
  await services.db.asUser(userId, async (tx) => {
    // A lost connection repeats the transaction.
    problems.length = 0
    recorded = []
    const slots = await tx
      .select()
      .from(planSlots)
      .where(
        and(
          eq(planSlots.userId, userId),
          inArray(
            planSlots.id,
            approvals.map(({ id }) => id),
          ),
        ),
      )
      .orderBy(planSlots.id)
      .for('update')
    for (const approval of approvals) {
      const slot = slots.find(({ id }) => id === approval.id)
      if (await attempt(approval.id, () => recordApproval(services, tx, { approval, slot }))) recorded.push(approval.id)
    }
  })
  for (const [index, id] of recorded.entries()) {
    await keepClaimed(services, userId, recorded.slice(index))
    if (await attempt(id, () => completeApproval(services, { userId, id }))) approved.push(id)
  }
  return { approved, problems }
}

/** The job leaves slots alone that changed a moment ago. */
async function keepClaimed({ db }: PostServices, userId: string, ids: readonly string[]): Promise<void> {
  await db.asUser(userId, (tx) =>
    tx
      .update(planSlots)
      .set({ updatedAt: sql`now()` })
      .where(and(eq(planSlots.userId, userId), inArray(planSlots.id, [...ids]), eq(planSlots.state, 'approving'))),
  )
}

async function recordApproval(
  services: PostServices,
  tx: Tx,
  { approval: { version, options }, slot }: { approval: Approval; slot: SlotRow | undefined },
): Promise<void> {
  if (!slot) throw new AppError('NOT_FOUND')
  const [plan] = await tx.select({ accounts: contentPlans.accounts }).from(contentPlans).where(eq(contentPlans.id, slot.planId))
  const approvedOptions = (post: PlannedPost) => {
    const format = plan?.accounts.find((account) => isSameAccount(account, post))?.format
    const choice = options.find((candidate) => isSameAccount(candidate, post))
    return { ...(format ? { format } : {}), ...choice?.options, platform: post.platform }
  }
  if (slot.state === 'approving' || slot.state === 'approved') {
    const chosen = slot.posts.filter((post) => options.some((choice) => isSameAccount(choice, post)))
    if (chosen.length > 0 && chosen.every((post) => isDeepStrictEqual(post.options, approvedOptions(post)))) return
    throw new AppError('PLAN_SLOT_CHANGED')
  }
  if (slot.state !== 'planned' || slot.projectId === null) throw new AppError('PLAN_SLOT_CHANGED')
  const [project] = await tx
    .select({ version: projects.version })
    .from(projects)
    .where(and(eq(projects.userId, slot.userId), eq(projects.id, slot.projectId)))
  if (project?.version !== version) throw new AppError('PROJECT_CHANGED')
  for (const { at, isScheduled } of slot.posts) if (!isScheduled) await readTime(tx, at)
  await recordReview(tx, slot.userId, [slot])
  await markApproving(services, tx, {
    slot,
    posts: slot.posts.map((post) => (post.isScheduled ? post : { ...post, options: approvedOptions(post), version })),
  })
}

/** Records the approval together with the job that completes it if this process dies. */
async function markApproving({ jobs }: PostServices, tx: Tx, { slot, posts }: { slot: SlotRow; posts: PlannedPost[] }): Promise<void> {
  const marked = await tx
    .update(planSlots)
    .set({ state: 'approving', posts, updatedAt: sql`now()` })
    .where(isSlotAsRead(slot))
    .returning({ id: planSlots.id })
  if (marked.length === 0) throw new AppError('PLAN_SLOT_CHANGED')
  const { planId } = slot
  await jobs.send(completeApprovalsJob, { planId }, { tx, key: planId, startAfter: ABANDONED_SECONDS })
}

/** Approves posts that waited for the set hours, where the platform requires no consent. A refused slot stays planned. */
export async function approveSilently(
  services: PostServices,
  { plan, slot, now }: { plan: PlanRow; slot: SlotRow; now: Date },
): Promise<void> {
  const isSilent = ({ platform, accountId, isScheduled }: PlannedPost) => {
    const account = plan.accounts.find((candidate) => isSameAccount(candidate, { platform, accountId }))
    const hours = consentFor(platform, {}) === null ? (account?.silenceHours ?? null) : null
    return !isScheduled && hours !== null && slot.readyAt !== null && slot.readyAt.getTime() + hours * HOUR_MS <= now.getTime()
  }
  if (!slot.posts.some(isSilent)) return
  const posts = slot.posts.map((post): PlannedPost => {
    if (!isSilent(post)) return post
    const account = plan.accounts.find((candidate) => isSameAccount(candidate, post))
    return { ...post, options: { ...(account?.format ? { format: account.format } : {}), platform: post.platform } }
  })
  try {
    await services.db.asUser(plan.userId, (tx) => markApproving(services, tx, { slot, posts }))
    await completeApproval(services, slot)
  } catch (error) {
    if (!isRefusal(error)) throw error
    services.log.info({ planId: plan.id, slotId: slot.id, code: error.code }, 'Approval by silence was refused')
  }
}
