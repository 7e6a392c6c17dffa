import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { knownHooks, type KnownHooks } from '@ninesixteen/shared/text/near-duplicate'
import { repeatsPhrase } from '@ninesixteen/shared/text/repeats-phrase'
import { planSlideshow } from '@ninesixteen/shared/content-types/plan'
import { picturesMaxFor } from '@ninesixteen/shared/publishing/platforms'
import { AppError } from '@ninesixteen/shared/errors'
import type { AiForUser } from '../connections/own-ai.ts'
import type { Db, Tx } from '../db/db.ts'
import { contentPlans, planSlots, type PlanIdea } from '../db/schema-content-plan.ts'
import { contentIdeas, projects } from '../db/schema-projects.ts'
import { lockFor } from '../db/lock-for.ts'
import { completeWithinQuota } from '../generation/complete-within-quota.ts'
import { readBrand } from '../generation/brands.ts'
import { readCompany } from '../generation/generation-request.ts'
import { findIdeas } from '../generation/ideas.ts'
import { fetchFeed } from './feed.ts'
import { isPlan, type PlanRow, type SlotRow } from './plan-rows.ts'

/** Maximum number of recent titles and hooks to compare a new hook with. */
const COMPARED_MAX = 10_000
/** Maximum number of used hooks in the prompt. */
export const SHOWN_TO_MODEL = 60

export interface IdeaParts {
  db: Db
  connections: { aiOf: AiForUser }
}

/** The hooks of all planned and rejected slots, and the titles of all slideshows. */
export async function readKnownHooks(tx: Tx, userId: string): Promise<{ hooks: string[]; known: KnownHooks }> {
  const planned = await tx
    .select({ hook: planSlots.hook })
    .from(planSlots)
    .where(and(eq(planSlots.userId, userId), sql`${planSlots.hook} <> ''`))
    .orderBy(desc(planSlots.updatedAt))
    .limit(COMPARED_MAX)
  const titles = await tx
    .select({ hook: projects.title })
    .from(projects)
    .where(eq(projects.userId, userId))
    .orderBy(desc(projects.updatedAt))
    .limit(COMPARED_MAX)
  const rejected = await tx.select({ hooks: contentPlans.rejectedHooks }).from(contentPlans).where(eq(contentPlans.userId, userId))
  const hooks = [...new Set([...[...planned, ...titles].map(({ hook }) => hook), ...rejected.flatMap((plan) => plan.hooks)])]
  return { hooks, known: knownHooks(hooks) }
}

/** Whether all networks of a slot accept as many slides as a hook promises: "21 opinions" are too many for some. A template has its own number. */
function fitsSlot({ contentType, templateId, posts }: SlotRow, topic: string): boolean {
  if (templateId !== null) return true
  const maxSlides = Math.min(...posts.map(({ platform }) => picturesMaxFor(platform, {})))
  return planSlideshow({ contentType, topic, slideCount: 'auto', softSell: false }).total <= maxSlides
}

/**
 * Claims the first unused idea that fits the slot and is new; null if none is left. A lock prevents two planners of a user from claiming ideas at
 * the same time.
 */
export async function claimIdea(tx: Tx, plan: PlanRow, slot: SlotRow): Promise<PlanIdea | null> {
  const { userId } = plan
  await lockFor(tx, `plan-ideas:${userId}`)
  const { known } = await readKnownHooks(tx, userId)
  const isUsable = ({ hook }: PlanIdea) => !known.has(hook) && fitsSlot(slot, hook)
  if (plan.usesIdeas) {
    const unused = await tx
      .select({ id: contentIdeas.id, hook: contentIdeas.title, context: contentIdeas.description })
      .from(contentIdeas)
      .where(and(eq(contentIdeas.userId, userId), eq(contentIdeas.companyId, plan.companyId), eq(contentIdeas.isUsed, false)))
      .orderBy(desc(contentIdeas.isFavorite), asc(contentIdeas.createdAt), asc(contentIdeas.id))
      .limit(1000)
    const idea = unused.find(isUsable)
    if (idea) {
      await tx
        .update(contentIdeas)
        .set({ isUsed: true })
        .where(and(eq(contentIdeas.userId, userId), eq(contentIdeas.id, idea.id)))
      return idea
    }
  }
  const [stored] = await tx.select({ ideas: contentPlans.ideas }).from(contentPlans).where(isPlan(plan)).for('update')
  const ideas = stored?.ideas ?? []
  const index = ideas.findIndex(isUsable)
  await tx
    .update(contentPlans)
    .set({ ideas: index === -1 ? [] : ideas.slice(index + 1) })
    .where(isPlan(plan))
  return ideas[index] ?? null
}

/** Reads the feed, and requests ideas for the next topics from the model. Throws PLAN_NO_IDEA if no topic yields a new idea. */
export async function refillIdeas(
  { db, connections }: IdeaParts,
  { plan, slot, signal }: { plan: PlanRow; slot: SlotRow; signal: AbortSignal },
): Promise<void> {
  const { userId } = plan
  const fromFeed = plan.feedUrl === '' ? [] : await fetchFeed(plan.feedUrl)
  const { company, brand, hooks, known } = await db.asUser(userId, async (tx) => ({
    company: await readCompany(tx, userId, plan.companyId),
    brand: await readBrand(tx, userId, plan.companyId),
    ...(await readKnownHooks(tx, userId)),
  }))
  const topics = plan.topics.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  const ai = await connections.aiOf(userId)
  const isUsable = ({ hook }: PlanIdea) => !known.has(hook) && fitsSlot(slot, hook)
  const leaks = ({ hook, context }: PlanIdea) =>
    [hook, context].some((text) => repeatsPhrase(text, [plan.goals, brand?.audience ?? '', brand?.tone ?? ''], plan.topics))
  const ideas = fromFeed.filter(isUsable)
  let { refills } = plan
  for (let requests = 0; requests < topics.length && ideas.length === 0; requests += 1) {
    const topic = topics[refills % topics.length] ?? ''
    refills += 1
    const brief = {
      topic,
      goals: plan.goals,
      company,
      brand,
      used: hooks.slice(0, SHOWN_TO_MODEL),
      model: ai.ideaModel,
    }
    const drafts = await findIdeas(brief, (call) => completeWithinQuota({ db }, userId, { ai, call, signal }))
    ideas.push(
      ...drafts.map(({ title, description }) => ({ hook: title, context: description })).filter((idea) => isUsable(idea) && !leaks(idea)),
    )
  }
  if (ideas.length === 0) throw new AppError('PLAN_NO_IDEA')
  await db.asUser(userId, (tx) => tx.update(contentPlans).set({ ideas, refills }).where(isPlan(plan)))
}
