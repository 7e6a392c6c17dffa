import { eq, and, sql } from 'drizzle-orm'
import { PLANNED_TYPES, type ContentPlan, type PlanBrief } from '@ninesixteen/shared/api/content-plan'
import { AppError } from '@ninesixteen/shared/errors'
import { consentFor } from '@ninesixteen/shared/publishing/platforms'
import type { Db, Tx } from '../db/db.ts'
import { contentPlans } from '../db/schema-content-plan.ts'
import { contentIdeas } from '../db/schema-projects.ts'
import { readCompany } from '../generation/generation-request.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { estimateOf } from './estimate.ts'
import { fetchFeed } from './feed.ts'
import { planPostsJob } from './plan-jobs.ts'
import { findPlan, isPlan, requirePlan, presentPlan, readPlannedTemplates, requestedSlots } from './plan-rows.ts'

interface BriefParts {
  db: Db
  jobs: Jobs
}

async function requireValidBrief(tx: Tx, userId: string, { contentTypes, templateIds, accounts }: PlanBrief): Promise<void> {
  if (contentTypes.length + templateIds.length === 0) throw new AppError('INVALID_INPUT', { fields: 'contentTypes' })
  const templates = await readPlannedTemplates(tx, userId, templateIds)
  if (templates.length < new Set(templateIds).size) throw new AppError('NOT_FOUND')
  if (templates.some(({ contentType }) => contentType === 'multi-photo-video')) throw new AppError('PLAN_CONTENT_TYPE')
  if (contentTypes.some((type) => !PLANNED_TYPES.includes(type))) throw new AppError('PLAN_CONTENT_TYPE')
  if (accounts.some(({ platform, silenceHours }) => silenceHours !== null && consentFor(platform, {}) !== null))
    throw new AppError('PLAN_SILENCE')
}

export async function readPlan({ db }: BriefParts, userId: string, companyId: string): Promise<{ plan: ContentPlan | null }> {
  return db.asUser(userId, async (tx) => {
    await readCompany(tx, userId, companyId)
    const row = await findPlan(tx, userId, companyId)
    return { plan: row && (await presentPlan(tx, row)) }
  })
}

/** Saves the brief. Planned slots stay; new slots follow the new brief. */
export async function saveBrief({ db }: BriefParts, userId: string, brief: PlanBrief): Promise<ContentPlan> {
  return db.asUser(userId, async (tx) => {
    await requireValidBrief(tx, userId, brief)
    await readCompany(tx, userId, brief.companyId)
    await tx
      .insert(contentPlans)
      .values({ ...brief, userId })
      .onConflictDoUpdate({ target: contentPlans.companyId, set: { ...brief, ideas: [], updatedAt: sql`now()` } })
    return presentPlan(tx, await requirePlan(tx, userId, brief.companyId))
  })
}

export async function estimateBrief({ db }: BriefParts, userId: string, brief: PlanBrief) {
  return db.asUser(userId, async (tx) => {
    await readCompany(tx, userId, brief.companyId)
    return estimateOf(await requestedSlots(tx, userId, brief), brief)
  })
}

/** Starts or continues a plan. Throws if the plan could not run. */
export async function startPlan({ db, jobs }: BriefParts, userId: string, companyId: string): Promise<ContentPlan> {
  const feedUrl = await db.asUser(userId, async (tx) => (await requirePlan(tx, userId, companyId)).feedUrl)
  if (feedUrl !== '') await fetchFeed(feedUrl)
  return db.asUser(userId, async (tx) => {
    const plan = await requirePlan(tx, userId, companyId)
    if ((await requestedSlots(tx, userId, plan)).length === 0) throw new AppError('PLAN_NO_ACCOUNT')
    const hasIdeas =
      plan.usesIdeas &&
      (await tx.$count(
        contentIdeas,
        and(eq(contentIdeas.userId, userId), eq(contentIdeas.companyId, companyId), eq(contentIdeas.isUsed, false)),
      )) > 0
    if (plan.topics === '' && plan.feedUrl === '' && !hasIdeas) throw new AppError('PLAN_NO_SOURCE')
    return setState({ jobs }, tx, { plan, state: 'running' })
  })
}

export async function pausePlan({ db, jobs }: BriefParts, userId: string, companyId: string): Promise<ContentPlan> {
  return db.asUser(userId, async (tx) => setState({ jobs }, tx, { plan: await requirePlan(tx, userId, companyId), state: 'off' }))
}

async function setState(
  { jobs }: Pick<BriefParts, 'jobs'>,
  tx: Tx,
  { plan, state }: { plan: typeof contentPlans.$inferSelect; state: 'running' | 'off' },
): Promise<ContentPlan> {
  await tx
    .update(contentPlans)
    .set({ state, reason: null, reviewedAt: sql`now()`, updatedAt: sql`now()` })
    .where(isPlan(plan))
  if (state === 'running')
    await jobs.send(planPostsJob, { userId: plan.userId, planId: plan.id }, { tx, key: plan.id, bringsForward: true })
  return presentPlan(tx, await requirePlan(tx, plan.userId, plan.companyId))
}
