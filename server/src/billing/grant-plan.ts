import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { userSettings, users } from '../db/schema.ts'
import { settlePlan } from './user-plan.ts'

/** What a person has after the operator gave or took the plan: `paid` where it stays because they pay for it. */
export type Granted = 'pro' | 'free' | 'paid'

/** Gives the plan to a person, or takes back what was given. What they pay for is theirs whatever the operator does here. */
export async function grantPlan(tx: Tx, userId: string, isGranted: boolean): Promise<Granted> {
  await tx
    .update(userSettings)
    .set({ planGranted: isGranted, updatedAt: sql`now()` })
    .where(eq(userSettings.userId, userId))
  const settled = await settlePlan(tx, userId)
  if (!settled?.isPro) return 'free'
  return isGranted ? 'pro' : 'paid'
}

/** The account with this email, in any case of letters. */
export async function accountOf(tx: Tx, email: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
  return row?.id ?? null
}
