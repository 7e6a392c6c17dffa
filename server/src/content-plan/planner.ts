import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import { contentPlans, planSlots } from '../db/schema-content-plan.ts'
import { requireSpareCall } from '../generation/ai-quota.ts'
import { GenerationFailed, passingSeconds } from '../generation/generate-whole.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { SLIDESHOW_TOKENS } from './estimate.ts'
import { refillIdeas, claimIdea } from './pick-idea.ts'
import { lookOfSlot } from './look-of-slot.ts'
import { planPostsJob } from './plan-jobs.ts'
import { extendSlots, isPlan, isSlotAsRead, nextSlot, tokensThisWeek, type PlanRow, type SlotRow } from './plan-rows.ts'
import { writeCaptionsOf, writeSlideshowOf, type SlotParts } from './write-slot.ts'

export interface PlannerParts extends SlotParts {
  jobs: Jobs
  log: Logger
}

/** After a failure that passes by itself, and while another process writes the slot. */
const PAUSE_SECONDS = 5
/** Seconds until a job checks again for tokens of the next week or day. */
const BUDGET_SECONDS = 60 * 60

const WEEKLY_LIMIT_REASON = 'The tokens of this week are used. Planning continues on Monday.'

export interface PlanRun {
  userId: string
  planId: string
}

/**
 * Writes the next slots of a plan, step by step. Each step commits before the next one, and the ids of its rows derive from the slot, so that a
 * restart after a kill creates no duplicates and omits no slot.
 */
export async function runPlan(parts: PlannerParts, run: PlanRun, { signal }: { signal: AbortSignal }): Promise<void> {
  const { db } = parts
  const { userId, planId } = run
  const started = await db.asUser(userId, async (tx) => {
    const plan = await runningPlan(tx, run)
    if (plan) await extendSlots(tx, plan)
    return plan
  })
  if (!started) return
  while (!signal.aborted) {
    const next = await db.asUser(userId, async (tx) => {
      const plan = await runningPlan(tx, run)
      const slot = plan && (await nextSlot(tx, plan))
      return plan && slot ? { plan, slot } : null
    })
    if (!next) return
    try {
      await requireSpareCall(db, userId)
      const wait = await advance(parts, { ...next, signal })
      if (wait !== null) return await continueLater(parts, run, wait)
    } catch (error) {
      if (signal.aborted) throw error
      // The user changed the slot, or another process works on it.
      if (error instanceof Superseded) return continueLater(parts, run, PAUSE_SECONDS)
      if (!(error instanceof AppError || error instanceof GenerationFailed)) throw error
      const seconds = passingSeconds(error, PAUSE_SECONDS)
      if (seconds !== null) return continueLater(parts, run, seconds)
      parts.log.info({ planId, code: error.code }, 'Content plan stopped')
      return stopPlan(parts, next.plan, error.message)
    }
  }
  // The queue retries it in another process.
  throw new AppError('UNAVAILABLE')
}

async function runningPlan(tx: Tx, { userId, planId }: PlanRun): Promise<PlanRow | null> {
  const [plan] = await tx
    .select()
    .from(contentPlans)
    .where(and(isPlan({ userId, id: planId }), eq(contentPlans.state, 'running')))
  return plan ?? null
}

async function continueLater({ db, jobs }: PlannerParts, run: PlanRun, seconds: number): Promise<void> {
  await db.asUser(run.userId, (tx) => jobs.send(planPostsJob, run, { tx, startAfter: seconds, key: run.planId }))
}

interface Step {
  plan: PlanRow
  slot: SlotRow
  signal: AbortSignal
}

/** Runs the next step of a slot. Returns the seconds to wait, or null once the step is done. */
async function advance(parts: PlannerParts, step: Step): Promise<number | null> {
  switch (step.slot.state) {
    case 'open':
      return chooseIdea(parts, step)
    case 'idea':
      await writeSlideshowOf(parts, step)
      return null
    default:
      await writeCaptionsOf(parts, step)
      return null
  }
}

async function chooseIdea(parts: PlannerParts, { plan, slot, signal }: Step): Promise<number | null> {
  const { db } = parts
  const outcome = await db.asUser(slot.userId, async (tx) => {
    const isFull = (await tokensThisWeek(tx, plan)) + SLIDESHOW_TOKENS > plan.weeklyTokens
    if (isFull || plan.reason !== null)
      await tx
        .update(contentPlans)
        .set({ reason: isFull ? WEEKLY_LIMIT_REASON : null })
        .where(and(isPlan(plan), eq(contentPlans.state, 'running')))
    if (isFull) return 'full'
    const idea = await claimIdea(tx, plan, slot)
    if (!idea) return 'empty'
    const look = slot.look ?? (await lookOfSlot(tx, plan, slot))
    const updated = await tx
      .update(planSlots)
      .set({
        state: 'idea',
        ...idea,
        look,
        tokens: sql`case when ${planSlots.reservedAt} >= date_trunc('week', now() at time zone 'UTC') at time zone 'UTC'
          then ${planSlots.tokens} else 0 end + ${SLIDESHOW_TOKENS}`,
        reservedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(isSlotAsRead(slot))
      .returning({ id: planSlots.id })
    // Rolled back, so that the idea stays unused.
    if (updated.length === 0) throw new Superseded()
    return 'claimed'
  })
  if (outcome === 'full') return BUDGET_SECONDS
  if (outcome === 'empty') await refillIdeas(parts, { plan, slot, signal })
  return null
}

/** Stops a plan after an error, because an empty time is better than a faulty post. */
export async function stopPlan({ db, jobs }: Pick<PlannerParts, 'db' | 'jobs'>, plan: PlanRow, reason: string): Promise<void> {
  await db.asUser(plan.userId, async (tx) => {
    const stopped = await tx
      .update(contentPlans)
      .set({ state: 'failed', reason, updatedAt: sql`now()` })
      .where(and(isPlan(plan), eq(contentPlans.state, 'running')))
      .returning({ id: contentPlans.id })
    if (stopped.length === 0) return
    await notify(jobs, tx, {
      userId: plan.userId,
      kind: 'attention',
      cause: `plan ${plan.id}`,
      title: 'Your content plan stopped',
      body: reason,
      href: planHref(plan),
    })
  })
}

export const planHref = ({ companyId }: Pick<PlanRow, 'companyId'>): string => `/content_plan?company=${companyId}`
