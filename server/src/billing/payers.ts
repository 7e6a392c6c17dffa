import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingCustomers, billingEvents, billingSubscriptions } from '../db/schema-billing.ts'
import { users } from '../db/schema.ts'

export type CustomerRow = typeof billingCustomers.$inferSelect

/** Whoever changes something of a customer does so alone, until the transaction ends. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<CustomerRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`billing ${customerId}`}, 0))`)
  await tx.insert(billingCustomers).values({ id: customerId }).onConflictDoNothing()
  const [row] = await tx.select().from(billingCustomers).where(eq(billingCustomers.id, customerId))
  if (!row) throw new Error('A customer was not kept')
  return row
}

/**
 * Whose customer it is: by the id we gave the provider, else by an address that its account has confirmed, else nobody's yet. It is never guessed,
 * and whoever it is once stays it.
 */
export async function findPayer(
  tx: Tx,
  customer: CustomerRow,
  { userId, email }: { userId?: string | null | undefined; email?: string | null | undefined },
): Promise<string | null> {
  if (customer.userId !== null || customer.forgottenAt !== null) return customer.userId
  const found = (userId && (await known(tx, eq(users.id, userId)))) || (email && (await known(tx, byEmail(email))))
  if (found) await assignCustomer(tx, customer.id, found)
  else if (email) await tx.update(billingCustomers).set({ email }).where(eq(billingCustomers.id, customer.id))
  return found || null
}

const byEmail = (email: string) => and(eq(sql`lower(${users.email})`, email.toLowerCase()), eq(users.emailVerified, true))

async function known(tx: Tx, condition: ReturnType<typeof and>): Promise<string | null> {
  const [row] = await tx.select({ id: users.id }).from(users).where(condition)
  return row?.id ?? null
}

/** Everything of a customer belongs to this person from now on. */
export async function assignCustomer(tx: Tx, customerId: string, userId: string): Promise<void> {
  await tx.update(billingCustomers).set({ userId, email: null }).where(eq(billingCustomers.id, customerId))
  await ownRecords(tx, customerId, userId)
}

/** Whether the provider ever named a subscription of this user, even one that is over. */
export async function hasSubscribed(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: billingSubscriptions.id })
    .from(billingSubscriptions)
    .where(eq(billingSubscriptions.userId, userId))
    .limit(1)
  return found.length > 0
}

/** What came in for a customer is its person's, too. */
export async function ownRecords(tx: Tx, customerId: string, userId: string): Promise<void> {
  for (const table of [billingSubscriptions, billingEvents])
    await tx
      .update(table)
      .set({ userId })
      .where(and(eq(table.customerId, customerId), isNull(table.userId)))
}
