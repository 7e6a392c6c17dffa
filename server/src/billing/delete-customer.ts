import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingCheckouts, billingCustomers } from '../db/schema-billing.ts'
import { users } from '../db/schema.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { closeCheckoutJob, deleteCustomerJob } from './jobs.ts'
import { settleCustomer } from './settle-customer.ts'

/** Within so many seconds the provider has told of the subscriptions that were ended. */
const SETTLED_SECONDS = 60

/**
 * The account of a payer is being deleted: its subscriptions are ended at the provider, which then forgets who paid, and nobody can pay for it any
 * more. What stays are records of payments that name nobody. The provider is told by jobs that are kept with this transaction.
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
    // After what ends the subscriptions, whose answers are still read.
    await jobs.send(deleteCustomerJob, { customerId: id }, { tx, once: id, startAfter: SETTLED_SECONDS })
  }
  // A payment that was made for them and found nobody names them.
  const address = tx
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId))
  await tx
    .update(billingCustomers)
    .set({ email: null })
    .where(sql`${billingCustomers.email} in (${address})`)
}
