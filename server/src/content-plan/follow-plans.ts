import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { hasPlan } from '../auth/has-plan.ts'
import type { Tx } from '../db/db.ts'
import { contentPlans, planSlots } from '../db/schema-content-plan.ts'
import { workFor, type Work } from '../jobs/job.ts'
import { notify } from '../notifications/notifications.ts'
import type { PostServices } from '../posts/post-services.ts'
import { approveSilently } from './approve-slots.ts'
import { completeApprovals, resumeApprovals } from './resume-approvals.ts'
import { completeApprovalsJob, followPlansJob, planPostsJob } from './plan-jobs.ts'
import { isPlan, type PlanRow } from './plan-rows.ts'
import { planHref, runPlan, type PlannerParts } from './planner.ts'

/** A plan pauses after this time without a review. */
const REVIEW_INTERVAL = sql`interval '7 days'`
const REMINDER_INTERVAL = sql`interval '1 day'`

const NOT_REVIEWED = 'You have not reviewed its posts for a week. Review them, then continue.'

type Services = PostServices & PlannerParts

/** Follows all plans, one by one; a plan that fails is retried by the next run. */
export async function followPlans(
  services: Services,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  const { db, log } = services
  await resumeApprovals(services)
  const plans = await db.asSystem((tx) =>
    tx
      .select()
      .from(contentPlans)
      .where(and(sql`${contentPlans.state} <> 'off'`, hasPlan(services.config, contentPlans.userId))),
  )
  for (const plan of plans) {
    if (signal?.aborted) return
    try {
      await followPlan(services, plan, now)
    } catch (error) {
      log.warn({ err: error, planId: plan.id }, 'Following a content plan failed; the next run retries it')
    }
  }
}

async function followPlan(services: Services, plan: PlanRow, now: Date): Promise<void> {
  const { db, jobs } = services
  const slots = await db.asUser(plan.userId, async (tx) => {
    await tx
      .update(planSlots)
      .set({ state: 'missed', updatedAt: sql`now()` })
      .where(and(ofPlan(plan), inArray(planSlots.state, ['open', 'idea', 'slideshow', 'planned']), lt(planSlots.at, now)))
    return tx
      .select()
      .from(planSlots)
      .where(and(ofPlan(plan), eq(planSlots.state, 'planned')))
  })
  for (const slot of slots) await approveSilently(services, { plan, slot, now })
  await db.asUser(plan.userId, async (tx) => {
    const waiting = await tx.$count(planSlots, and(ofPlan(plan), eq(planSlots.state, 'planned')))
    if (waiting === 0) return
    if (await pauseUnreviewed(tx, plan, now))
      await notify(jobs, tx, { ...notificationOf(plan), title: 'Your content plan is paused', body: NOT_REVIEWED })
    else await remind(services, tx, { plan, waiting, now })
  })
  const { userId, id: planId } = plan
  if (plan.state === 'running') await db.asUser(userId, (tx) => jobs.send(planPostsJob, { userId, planId }, { tx, key: planId }))
}

const ofPlan = ({ userId, id }: PlanRow) => and(eq(planSlots.userId, userId), eq(planSlots.planId, id))
const notificationOf = (plan: PlanRow) =>
  ({ userId: plan.userId, kind: 'attention', cause: `plan ${plan.id}`, href: planHref(plan) }) as const

async function pauseUnreviewed(tx: Tx, plan: PlanRow, now: Date): Promise<boolean> {
  const paused = await tx
    .update(contentPlans)
    .set({ state: 'paused', reason: NOT_REVIEWED, updatedAt: sql`now()` })
    .where(
      and(
        isPlan(plan),
        eq(contentPlans.state, 'running'),
        sql`${contentPlans.reviewedAt} < ${now.toISOString()}::timestamptz - ${REVIEW_INTERVAL}`,
      ),
    )
    .returning({ id: contentPlans.id })
  return paused.length > 0
}

async function remind(
  { jobs }: PostServices,
  tx: Tx,
  { plan, waiting, now }: { plan: PlanRow; waiting: number; now: Date },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const due = await tx
    .update(contentPlans)
    .set({ remindedAt: at })
    .where(and(isPlan(plan), sql`coalesce(${contentPlans.remindedAt} <= ${at} - ${REMINDER_INTERVAL}, true)`))
    .returning({ id: contentPlans.id })
  if (due.length === 0) return
  const title = waiting === 1 ? '1 post waits for you' : `${waiting} posts wait for you`
  await notify(jobs, tx, {
    ...notificationOf(plan),
    title,
    body: 'Review them before their time comes: nothing goes out without your approval.',
  })
}

export function planWork(services: () => Services): Work[] {
  return [
    workFor(planPostsJob, (run, { signal }) => runPlan(services(), run, { signal })),
    workFor(completeApprovalsJob, ({ planId }, { signal }) => completeApprovals(services(), { planId, signal })),
    workFor(followPlansJob, (_data, { signal }) => followPlans(services(), { signal })),
  ]
}
