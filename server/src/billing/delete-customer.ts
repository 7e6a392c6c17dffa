import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingCheckouts, billingCustomers } from '../db/schema-billing.ts'
import { users } from '../db/schema-accounts.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { closeCheckoutJob, deleteCustomerJob } from './jobs.ts'
import { settleCustomer } from './settle-customer.ts'

/** By then the provider has sent the events of the cancelled subscriptions, in seconds. */
const SETTLED_SECONDS = 60

/**
 * Handles the deletion of a paying account: cancels its subscriptions, deletes the customer at the provider, and closes open checkout
 * pages. Anonymous payment records remain. Jobs of this transaction call the provider.
 */
export async function deleteCustomer(jobs: Jobs, tx: Tx, userId: string): Promise<void> {
  const [page] = await tx
    .delete(billingCheckouts)
    .where(and(eq(billingCheckouts.userId, userId), isNotNull(billingCheckouts.sessionId)))
    .returning({ sessionId: billingCheckouts.sessionId })
  if (page?.sessionId) await jobs.send(closeCheckoutJob, { sessionId: page.sessionId }, { tx })
  const forgotten = { forgottenAt: sql`now()`, userId: null, email: null }
  const customers = await tx
    .update(billingCustomers)
    .set(forgotten)
    .where(eq(billingCustomers.userId, userId))
    .returning({ id: billingCustomers.id })
  for (const { id } of customers) {
    await settleCustomer({ jobs }, tx, id)
    // After the cancellations, whose responses still refer to the customer.
    await jobs.send(deleteCustomerJob, { customerId: id }, { tx, idempotencyKey: id, startAfter: SETTLED_SECONDS })
  }
  // Unassigned payments keep the payer's address; this account's is cleared from them.
  const address = tx
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId))
  await tx
    .update(billingCustomers)
    .set({ email: null })
    .where(sql`${billingCustomers.email} in (${address})`)
}
