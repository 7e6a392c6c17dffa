import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import { isOperatorRow } from './operators.ts'

/** Settings that give users the Pro plan without a stored one. */
export type PlanRule = Pick<Config, 'billing' | 'operators'>

/* The only rule for who has the Pro plan, for a session. */

export function hasPlanNow({ billing }: PlanRule, { proPlan, isOperator }: { proPlan: boolean; isOperator: boolean }): boolean {
  return proPlan || isOperator || billing === null
}

/** The same rule as an SQL condition for a user id. */
export function hasPlan({ billing, operators }: PlanRule, userId: SQLWrapper): SQL<boolean> {
  if (billing === null) return sql<boolean>`true`
  const isOperator = isOperatorRow(operators, { id: sql`users.id`, email: sql`users.email` })
  return sql<boolean>`(exists (select from user_settings where user_settings.user_id = ${userId} and user_settings.pro_plan)
    or exists (select from users where users.id = ${userId} and ${isOperator}))`
}
