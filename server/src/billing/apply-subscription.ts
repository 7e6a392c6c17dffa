import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingSubscriptions } from '../db/schema-billing.ts'
import type { StripeSubscription } from '../providers/stripe/objects.ts'

export type SubscriptionRow = typeof billingSubscriptions.$inferSelect

/** State of a subscription, and the time it applied. */
export interface SubscriptionSnapshot {
  asOf: Date
  rank: number
  eventId: string
}

/** Terminal statuses. */
const FINAL: readonly (string | null)[] = ['canceled', 'incomplete_expired']
/** Order within one second: by stage of the subscription's life; a cancellation comes after the start. */
const LIFE: readonly string[] = ['incomplete', 'trialing', 'active', 'past_due', 'paused', 'unpaid']
const rankOf = ({ status, endsAt }: StripeSubscription): number => 2 * (LIFE.indexOf(status) + 1) + (endsAt === null ? 0 : 1)

type SnapshotOrder = readonly [isFinal: boolean, asOf: number, periodStart: number, rank: number, eventId: string]

function orderOf(of: Pick<SubscriptionRow, 'status' | 'asOf' | 'periodStart' | 'rank' | 'eventId'>): SnapshotOrder {
  return [FINAL.includes(of.status), of.asOf?.getTime() ?? -1, of.periodStart?.getTime() ?? -1, of.rank, of.eventId]
}

/** Whether the first of two snapshots wins. A total order, so that events lead to the same result in any order of arrival. */
export function isNewer(one: SnapshotOrder, other: SnapshotOrder): boolean {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? ''
    if (value !== against) return value > against
  }
  return false
}

/** Applies an event's state unless a later one is known. */
export async function applySubscription(
  tx: Tx,
  seen: StripeSubscription,
  { eventId, happenedAt }: { eventId: string; happenedAt: Date },
): Promise<void> {
  const snapshot: SubscriptionSnapshot = { asOf: happenedAt, rank: rankOf(seen), eventId }
  const current = await lockSubscription(tx, seen)
  if (!isNewer(orderOf({ ...seen, ...snapshot }), orderOf(current))) return
  await write(tx, seen, snapshot)
}

/**
 * Applies the provider's response unconditionally: it is the latest state. Events have whole seconds, so that one of this very second may
 * be newer; another read follows it.
 */
export async function overwriteSubscription(tx: Tx, seen: StripeSubscription): Promise<void> {
  await write(tx, seen, { asOf: sql`date_trunc('second', now())`, rank: -1, eventId: '', readAt: sql`now()` })
}

/** Records a payment for a subscription that may not be known yet. */
export async function recordPayment(tx: Tx, of: { id: string; customerId: string }): Promise<void> {
  await lockSubscription(tx, of)
  await tx
    .update(billingSubscriptions)
    .set({ isPaid: true, version: sql`${billingSubscriptions.version} + 1` })
    .where(eq(billingSubscriptions.id, of.id))
}

export async function lockSubscription(tx: Tx, { id, customerId }: { id: string; customerId: string }): Promise<SubscriptionRow> {
  await tx.insert(billingSubscriptions).values({ id, customerId }).onConflictDoNothing()
  const [row] = await tx.select().from(billingSubscriptions).where(eq(billingSubscriptions.id, id)).for('update')
  if (!row) throw new Error('Subscription not stored')
  return row
}

type Columns = { [Name in keyof SubscriptionRow]?: SubscriptionRow[Name] | ReturnType<typeof sql> }

async function write(tx: Tx, seen: StripeSubscription, when: Columns): Promise<void> {
  const { id, customerId, status, itemId, priceId, amount, currency, periodStart, periodEnd, endsAt } = seen
  await tx
    .update(billingSubscriptions)
    .set({
      customerId,
      status,
      itemId,
      priceId,
      amount,
      currency,
      periodStart,
      periodEnd,
      endsAt,
      ...when,
      version: sql`${billingSubscriptions.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(billingSubscriptions.id, id))
}
