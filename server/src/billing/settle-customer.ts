import { eq } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingCustomers, billingSubscriptions } from '../db/schema-billing.ts'
import type { Billing } from './billing.ts'
import { endSubscriptionJob } from './jobs.ts'
import { settlePlan } from './user-plan.ts'
import { isWithdrawn, ACTIVE_STATUSES } from './subscription-state.ts'
import { notifyPlanChange } from './sent-notifications.ts'

/** Recomputes everything that depends on a customer, in the transaction that changed it. */
export async function settleCustomer({ jobs }: Pick<Billing, 'jobs'>, tx: Tx, customerId: string): Promise<void> {
  const [customer] = await tx.select().from(billingCustomers).where(eq(billingCustomers.id, customerId))
  if (!customer) return
  const { userId, forgottenAt, withdrawnAt } = customer
  const subscriptions = await tx.select().from(billingSubscriptions).where(eq(billingSubscriptions.customerId, customerId))
  for (const { id, status, periodStart } of subscriptions) {
    const isWorthless = forgottenAt !== null || isWithdrawn({ periodStart, withdrawnAt })
    // The refunded charge can only be matched to a known period.
    if (!isWorthless || status === null || !ACTIVE_STATUSES.includes(status) || periodStart === null) continue
    await jobs.send(endSubscriptionJob, { subscriptionId: id }, { tx, idempotencyKey: `${id} ${periodStart.toISOString()}` })
  }
  if (userId === null) return
  const settled = await settlePlan(tx, userId)
  if (settled) await notifyPlanChange(jobs, tx, { userId, settled })
}
