import { asc, eq } from 'drizzle-orm'
import type { ContentPlan, PlanBrief, PlanSlot } from '@ninesixteen/shared/api/content-plan'
import { weekdayOf } from '@ninesixteen/shared/time/wall-clock'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { contentPlans, planSlots } from '../db/schema-content-plan.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import type { TestApp, TestSettings, TestUser } from './app.ts'
import type { TestSandbox } from './sandbox.ts'
import { connectAccount, REQUIRED_OPTIONS, startScheduler } from './scheduler.ts'

/** The product with the sandbox's AI. */
export function startPlanner(sandbox: TestSandbox, settings: TestSettings = {}): Promise<TestApp> {
  const model = 'gpt-4.1-mini'
  const ai = {
    baseUrl: sandbox.openai,
    apiKey: 'sk-test',
    model,
    ideaModel: model,
    allowedModels: [model],
    sandbox: true,
    dailyTokens: 10_000_000,
  }
  return startScheduler({ ai, ...settings })
}

export interface PlannedCompany {
  user: TestUser
  companyId: string
  brief: PlanBrief
  accounts: { platform: PlatformId; accountId: string }[]
}

/** The weekday in two and in five days: two times a week, four in a fortnight. */
export function twiceAWeek(): { weekday: number; time: string }[] {
  return [2, 5].map((days) => ({ weekday: weekdayOf(new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)), time: '12:00' }))
}

/** A company with connected accounts that post twice a week, and a saved brief. */
export async function buildPlan(
  app: TestApp,
  { platforms = ['tiktok', 'threads'], ...over }: Partial<PlanBrief> & { platforms?: PlatformId[] } = {},
): Promise<PlannedCompany> {
  const user = await app.buildUser()
  const company = await user.buildCompany('Dawn Roast')
  const accounts = []
  for (const platform of platforms) accounts.push({ platform, accountId: await connectAccount(app, user, { platform }) })
  const rows = await app.services.db.asUser(user.id, (tx) => tx.select().from(socialAccounts))
  for (const { id } of rows) await user.api('PUT', `/posting-slots/${id}`, { zone: 'UTC', slots: twiceAWeek() })
  const brief: PlanBrief = {
    companyId: company.id,
    goals: '',
    topics: 'slow mornings',
    usesIdeas: false,
    feedUrl: '',
    accounts: accounts.map((account) => ({ ...account, format: account.platform === 'instagram' ? '4:5' : null, silenceHours: null })),
    contentTypes: ['numbered-list'],
    templateIds: [],
    languages: [],
    usesBlogPhotos: false,
    weeks: 2,
    weeklyTokens: 1_000_000,
    ...over,
  }
  await user.api('PUT', `/content-plans/${brief.companyId}`, brief)
  return { user, companyId: company.id, brief, accounts }
}

export const startPlanOf = ({ user, companyId }: PlannedCompany) => user.api<ContentPlan>('POST', `/content-plans/${companyId}/start`)

export async function readPlanOf({ user, companyId }: PlannedCompany): Promise<ContentPlan> {
  const { plan } = await user.api<{ plan: ContentPlan | null }>('GET', `/content-plans/${companyId}`)
  if (!plan) throw new Error('No plan')
  return plan
}

export async function slotsOf({ user, companyId }: PlannedCompany): Promise<PlanSlot[]> {
  return (await user.api<{ slots: PlanSlot[] }>('GET', `/content-plans/${companyId}/slots?limit=100`)).slots
}

/** Runs the planner, minute after minute, until no slot is left to write. */
export async function planAll({ services: { db, jobs } }: Pick<TestApp, 'services'>): Promise<void> {
  for (let ran: string[] | null = null; ran?.length !== 0;) {
    await db.asSystem(async (tx) => {
      await tx.execute('delete from usage_counters')
      await tx.execute("update pgboss.job set start_after = now() where name = 'plan-posts' and state < 'active'")
    })
    ran = await jobs.runDue()
  }
}

/** A company whose plan has written all slots. */
export async function startPlanned(app: TestApp, overrides: Parameters<typeof buildPlan>[1] = {}): Promise<PlannedCompany> {
  const plan = await buildPlan(app, overrides)
  await startPlanOf(plan)
  await planAll(app)
  return plan
}

/** The user's approval of a slot, with the options that the networks require. */
export const approvalOf = ({ accounts }: PlannedCompany, slot: { id: string; version: number | null }) => ({
  id: slot.id,
  version: slot.version,
  options: accounts.map((account) => ({ ...account, options: REQUIRED_OPTIONS[account.platform] })),
})

/** The rows as stored, in the order of their times. */
export function storedSlots({ services }: Pick<TestApp, 'services'>, userId: string) {
  return services.db.asSystem((tx) => tx.select().from(planSlots).where(eq(planSlots.userId, userId)).orderBy(asc(planSlots.at)))
}

export async function setPlan({ services }: TestApp, userId: string, set: Partial<typeof contentPlans.$inferInsert>): Promise<void> {
  await services.db.asSystem((tx) => tx.update(contentPlans).set(set).where(eq(contentPlans.userId, userId)))
}
