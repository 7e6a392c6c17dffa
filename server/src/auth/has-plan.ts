import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import { isOperatorRow } from './operators.ts'

/** What the settings say about who has the Pro plan beside those it is stored for. */
export type PlanRule = Pick<Config, 'billing' | 'operators'>

/* Who has the Pro plan is said here and nowhere else: of a session, and of whoever a statement is about. */

export function hasPlanNow({ billing }: PlanRule, { proPlan, isOperator }: { proPlan: boolean; isOperator: boolean }): boolean {
  return proPlan || isOperator || billing === null
}

/** Whether the person with this id has it, as a condition. */
export function hasPlan({ billing, operators }: PlanRule, userId: SQLWrapper): SQL<boolean> {
  if (billing === null) return sql<boolean>`true`
  const isOperator = isOperatorRow(operators, { id: sql`users.id`, email: sql`users.email` })
  return sql<boolean>`(exists (select from user_settings where user_settings.user_id = ${userId} and user_settings.pro_plan)
    or exists (select from users where users.id = ${userId} and ${isOperator}))`
}
