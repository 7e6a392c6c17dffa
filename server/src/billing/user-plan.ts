import { eq, sql } from 'drizzle-orm'
import type { SubscriptionState } from '@ninesixteen/shared/api/billing'
import type { Tx } from '../db/db.ts'
import { billingCustomers, billingSubscriptions } from '../db/schema-billing.ts'
import { userSettings } from '../db/schema-accounts.ts'
import { holdPosts, releasePosts } from './held-posts.ts'
import type { SubscriptionRow } from './apply-subscription.ts'
import { givesPlan, isBetter, subscriptionState } from './subscription-state.ts'

/** A subscription with its current state. */
export interface CurrentSubscription {
  row: SubscriptionRow
  state: SubscriptionState
}

export interface UserPlan {
  /** The user's best subscription, or null. */
  best: CurrentSubscription | null
  isGranted: boolean
  isPro: boolean
}

/** All subscriptions of a user with their state by the database's clock, best first. */
export async function subscriptionsOf(tx: Tx, userId: string): Promise<CurrentSubscription[]> {
  const rows = await tx
    .select({
      row: billingSubscriptions,
      withdrawnAt: billingCustomers.withdrawnAt,
      withdrawnBy: billingCustomers.withdrawnBy,
      now: sql<string>`now()`,
    })
    .from(billingSubscriptions)
    .innerJoin(billingCustomers, eq(billingCustomers.id, billingSubscriptions.customerId))
    .where(eq(billingCustomers.userId, userId))
    .orderBy(sql`${billingSubscriptions.asOf} desc nulls last`, billingSubscriptions.id)
  const standings = rows.map(({ row, withdrawnAt, withdrawnBy, now }) => ({
    row,
    state: subscriptionState({ ...row, withdrawnAt, withdrawnBy }, new Date(now)),
  }))
  return standings.toSorted((one, other) => Number(isBetter(other.state, one.state)) - Number(isBetter(one.state, other.state)))
}

/** The user's plan computed from the rows, regardless of what is stored. */
export async function planOf(tx: Tx, userId: string): Promise<UserPlan> {
  const [best = null] = await subscriptionsOf(tx, userId)
  const [settings] = await tx.select({ isGranted: userSettings.planGranted }).from(userSettings).where(eq(userSettings.userId, userId))
  const isGranted = settings?.isGranted === true
  return { best, isGranted, isPro: isGranted || (best !== null && givesPlan(best.state)) }
}

export interface Settled extends UserPlan {
  /** The plan stored before. */
  wasPro: boolean
}

/**
 * Stores the user's plan, from the operator's grant and payments: the only place that writes `pro_plan`. In the same transaction, puts
 * posts on hold or releases them, and makes open pages refresh. Serialized per user.
 */
export async function settlePlan(tx: Tx, userId: string): Promise<Settled | null> {
  const [stored] = await tx.select({ isPro: userSettings.proPlan }).from(userSettings).where(eq(userSettings.userId, userId)).for('update')
  if (!stored) return null
  const plan = await planOf(tx, userId)
  if (plan.isPro !== stored.isPro) {
    await tx
      .update(userSettings)
      .set({ proPlan: plan.isPro, updatedAt: sql`now()` })
      .where(eq(userSettings.userId, userId))
    await (plan.isPro ? releasePosts(tx, userId) : holdPosts(tx, userId))
  }
  await tx.execute(sql`select pg_notify('person_changed', ${JSON.stringify({ userId, what: 'plan' })})`)
  return { ...plan, wasPro: stored.isPro }
}
