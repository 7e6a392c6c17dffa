import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingCustomers, billingEvents, billingSubscriptions } from '../db/schema-billing.ts'
import { users } from '../db/schema-accounts.ts'
import { lockFor } from '../db/lock-for.ts'

export type CustomerRow = typeof billingCustomers.$inferSelect

/** Locks a customer until the transaction ends. */
export async function lockCustomer(tx: Tx, customerId: string): Promise<CustomerRow> {
  await lockFor(tx, `billing ${customerId}`)
  await tx.insert(billingCustomers).values({ id: customerId }).onConflictDoNothing()
  const [row] = await tx.select().from(billingCustomers).where(eq(billingCustomers.id, customerId))
  if (!row) throw new Error('Customer not stored')
  return row
}

/**
 * The user of a customer: by our id in the metadata, otherwise by an address that an account has confirmed, otherwise none yet. An
 * assignment is never guessed and never changes.
 */
export async function findPayer(
  tx: Tx,
  customer: CustomerRow,
  { userId, email }: { userId?: string | null | undefined; email?: string | null | undefined },
): Promise<string | null> {
  if (customer.userId !== null || customer.forgottenAt !== null) return customer.userId
  const found = (userId && (await findUser(tx, eq(users.id, userId)))) || (email && (await findUser(tx, byEmail(email))))
  if (found) await assignCustomer(tx, customer.id, found)
  else if (email) await tx.update(billingCustomers).set({ email }).where(eq(billingCustomers.id, customer.id))
  return found || null
}

const byEmail = (email: string) => and(eq(sql`lower(${users.email})`, email.toLowerCase()), eq(users.emailVerified, true))

async function findUser(tx: Tx, condition: ReturnType<typeof and>): Promise<string | null> {
  const [row] = await tx.select({ id: users.id }).from(users).where(condition)
  return row?.id ?? null
}

/** Assigns a customer and all its records to a user. */
export async function assignCustomer(tx: Tx, customerId: string, userId: string): Promise<void> {
  await tx.update(billingCustomers).set({ userId, email: null }).where(eq(billingCustomers.id, customerId))
  await assignRecords(tx, customerId, userId)
}

/** Whether the user has ever had a subscription, even an ended one. */
export async function hasSubscribed(tx: Tx, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: billingSubscriptions.id })
    .from(billingSubscriptions)
    .where(eq(billingSubscriptions.userId, userId))
    .limit(1)
  return found.length > 0
}

/** Assigns earlier records of a customer to its user. */
export async function assignRecords(tx: Tx, customerId: string, userId: string): Promise<void> {
  for (const table of [billingSubscriptions, billingEvents])
    await tx
      .update(table)
      .set({ userId })
      .where(and(eq(table.customerId, customerId), isNull(table.userId)))
}
