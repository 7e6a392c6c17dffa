import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingCustomers, billingSubscriptions } from '../db/schema-billing.ts'
import { assignCustomer, lockCustomer } from './payers.ts'
import { settlePlan } from './user-plan.ts'

/** A payer without a matching account. */
export interface UnassignedPayer {
  customerId: string
  email: string | null
  status: string | null
  createdAt: Date
}

/** Newest first, at most this many. */
const LISTED_MAX = 100

/** Payments that match no account, for the operator, who can ask the payer. */
export async function unassignedPayers(tx: Tx): Promise<UnassignedPayer[]> {
  return tx
    .select({
      customerId: billingCustomers.id,
      email: billingCustomers.email,
      status: billingSubscriptions.status,
      createdAt: billingCustomers.createdAt,
    })
    .from(billingCustomers)
    .innerJoin(billingSubscriptions, eq(billingSubscriptions.customerId, billingCustomers.id))
    .where(
      and(
        isNull(billingCustomers.userId),
        isNull(billingCustomers.forgottenAt),
        sql`${billingSubscriptions.status} is distinct from 'canceled'`,
      ),
    )
    .orderBy(desc(billingCustomers.createdAt))
    .limit(LISTED_MAX)
}

/** Assigns a customer to a user; false for a customer that is unknown or already assigned. */
export async function assignPayer(tx: Tx, customerId: string, userId: string): Promise<boolean> {
  const isOpen = and(eq(billingCustomers.id, customerId), isNull(billingCustomers.userId), isNull(billingCustomers.forgottenAt))
  if ((await tx.$count(billingCustomers, isOpen)) === 0) return false
  const { userId: owner } = await lockCustomer(tx, customerId)
  if (owner !== null) return false
  await assignCustomer(tx, customerId, userId)
  await settlePlan(tx, userId)
  return true
}
