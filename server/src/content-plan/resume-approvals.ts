import { and, eq, lte, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { planSlots } from '../db/schema-content-plan.ts'
import { notify } from '../notifications/notifications.ts'
import type { PostServices } from '../posts/post-services.ts'
import { ABANDONED_SECONDS, completeApprovalsJob } from './plan-jobs.ts'
import type { SlotRow } from './plan-rows.ts'
import { completeApproval, isRefusal, notificationOf } from './complete-approval.ts'

/** Queues the job for every plan with an approval that may have been left behind. */
export async function resumeApprovals({ db, jobs }: Pick<PostServices, 'db' | 'jobs'>): Promise<void> {
  const plans = await db.asSystem((tx) =>
    tx.selectDistinct({ planId: planSlots.planId }).from(planSlots).where(eq(planSlots.state, 'approving')),
  )
  for (const { planId } of plans) await jobs.send(completeApprovalsJob, { planId }, { key: planId, bringsForward: true })
}

/** Completes the abandoned approvals of a plan, whatever the plan's state is. */
export async function completeApprovals(
  services: PostServices,
  { planId, signal }: { planId: string; signal?: AbortSignal },
): Promise<void> {
  const { db, jobs, log } = services
  const slots = await db.asSystem((tx) =>
    tx
      .select({
        slot: planSlots,
        isAbandoned: sql<boolean>`${lte(planSlots.updatedAt, sql`now() - ${ABANDONED_SECONDS} * interval '1 second'`)}`,
      })
      .from(planSlots)
      .where(and(eq(planSlots.planId, planId), eq(planSlots.state, 'approving')))
      .orderBy(planSlots.at),
  )
  if (slots.some(({ isAbandoned }) => !isAbandoned))
    await jobs.send(completeApprovalsJob, { planId }, { key: planId, startAfter: ABANDONED_SECONDS })
  let failure: unknown = null
  for (const { slot } of slots.filter(({ isAbandoned }) => isAbandoned)) {
    signal?.throwIfAborted()
    try {
      await completeApproval(services, slot)
    } catch (error) {
      if (isRefusal(error)) await notifyOfRefusal(services, slot, error)
      else {
        log.warn({ err: error, planId, slotId: slot.id }, 'Completing an approval of a content plan failed; the queue retries it')
        failure = error
      }
    }
  }
  if (failure !== null) throw failure
}

async function notifyOfRefusal({ db, jobs }: PostServices, slot: SlotRow, refusal: AppError): Promise<void> {
  await db.asUser(slot.userId, async (tx) =>
    notify(jobs, tx, {
      ...(await notificationOf(tx, slot)),
      title: 'An approved post needs another look',
      body: `“${slot.hook}” was not scheduled. ${refusal.message}`,
    }),
  )
}
