import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { userSettings, users } from '../db/schema-accounts.ts'
import { settlePlan } from './user-plan.ts'

/** Plan after the operator's change: `paid` if it stays because the user pays for it. */
export type Granted = 'pro' | 'free' | 'paid'

/** Grants the plan to a user, or revokes the grant. A paid plan stays. */
export async function grantPlan(tx: Tx, userId: string, isGranted: boolean): Promise<Granted> {
  await tx
    .update(userSettings)
    .set({ planGranted: isGranted, updatedAt: sql`now()` })
    .where(eq(userSettings.userId, userId))
  const settled = await settlePlan(tx, userId)
  if (!settled?.isPro) return 'free'
  return isGranted ? 'pro' : 'paid'
}

/** The account with this email, ignoring case. */
export async function accountOf(tx: Tx, email: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email.trim().toLowerCase()))
  return row?.id ?? null
}
