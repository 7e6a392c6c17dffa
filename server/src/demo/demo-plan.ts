import { asc, eq } from 'drizzle-orm'
import type { PlanBrief } from '@ninesixteen/shared/api/content-plan'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { findPlan } from '../content-plan/plan-rows.ts'
import type { Db } from '../db/db.ts'
import { companies } from '../db/schema-companies.ts'
import { contentPlans } from '../db/schema-content-plan.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { postingTimes } from '../db/schema-planning.ts'

/** Monday, Wednesday and Friday: six slideshows in a fortnight, which the sandbox writes within three minutes. */
const WEEKDAYS = [1, 3, 5]
const TIME = '17:00'

const BRIEF = {
  goals: 'People taste the difference of fresh beans, and slow down for ten minutes.',
  topics: 'slow mornings\npour over coffee\nbetter breakfasts',
  usesIdeas: true,
  feedUrl: '',
  contentTypes: ['numbered-list', 'directly-personal'],
  templateIds: [],
  languages: [],
  usesBlogPhotos: false,
  weeks: 2,
  weeklyTokens: 50_000,
} satisfies Partial<PlanBrief>

/** Writes a brief for a fortnight of the demo's company, which the visitor starts. Idempotent: a visitor's own brief stays. */
export async function addDemoBrief(db: Db, userId: string): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const [company] = await tx
      .select({ id: companies.id })
      .from(companies)
      .where(eq(companies.userId, userId))
      .orderBy(asc(companies.createdAt))
      .limit(1)
    const connected = await tx.select().from(socialAccounts).where(eq(socialAccounts.userId, userId))
    if (!company || connected.length === 0 || (await findPlan(tx, userId, company.id))) return
    const times = connected.flatMap(({ platform, accountId }) =>
      WEEKDAYS.map((weekday) => ({ userId, platform, accountId, weekday, time: TIME, zone: 'UTC' })),
    )
    await tx.insert(postingTimes).values(times).onConflictDoNothing()
    const accounts = connected.map((row) => {
      const platform = row.platform as PlatformId
      return { platform, accountId: row.accountId, format: POST_FORMS[platform].formats[0], silenceHours: null }
    })
    // The visitor may save a brief since the check.
    await tx
      .insert(contentPlans)
      .values({ userId, companyId: company.id, ...BRIEF, accounts })
      .onConflictDoNothing()
  })
}
