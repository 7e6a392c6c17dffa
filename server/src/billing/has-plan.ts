import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Config } from '../config.ts'

/** What the settings say about who has the Pro plan beside those it is stored for. */
export type PlanRule = Pick<Config, 'billing'>

/* Who has the Pro plan is said here and nowhere else: of a session, and of whoever a statement is about. */

export function hasPlanNow({ billing }: PlanRule, { proPlan }: { proPlan: boolean }): boolean {
  return proPlan || billing === null
}

/** Whether the person with this id has it, as a condition. */
export function hasPlan({ billing }: PlanRule, userId: SQLWrapper): SQL<boolean> {
  if (billing === null) return sql<boolean>`true`
  return sql<boolean>`exists (select from user_settings where user_settings.user_id = ${userId} and user_settings.pro_plan)`
}
