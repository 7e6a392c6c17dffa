import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { billingPriceChanges, billingSubscriptions, billingNotifications } from '../db/schema-billing.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { Billing } from './billing.ts'
import { readSubscriptionJob } from './jobs.ts'
import { storePrice, fetchPrice, currentPrice, type PriceChange } from './price.ts'
import { ACTIVE_STATUSES } from './subscription-state.ts'
import { notifyOnce } from './sent-notifications.ts'

/** Days of notice before a new price, as promised in the terms. */
export const NOTICE_DAYS = 30

export type AnnouncedPrice = { change: PriceChange } | { refused: 'too-soon' | 'same-price' | 'announced-already' }

/** Creates a price at the provider that replaces the current one from a date on. */
export async function announcePrice(
  { db, stripe, settled }: Pick<Billing, 'db'> & { stripe: NonNullable<Billing['stripe']>; settled: string },
  { amount, startsAt }: { amount: number; startsAt: Date },
): Promise<AnnouncedPrice> {
  const { sold, isInTime } = await db.asSystem(async (tx) => {
    const { rows } = await tx.execute<{ isInTime: boolean }>(
      sql`select ${startsAt.toISOString()}::timestamptz >= now() + make_interval(days => ${NOTICE_DAYS}) as "isInTime"`,
    )
    return { sold: await currentPrice(tx, settled), isInTime: rows[0]?.isInTime === true }
  })
  if (!isInTime) return { refused: 'too-soon' }
  if (sold.next) return { refused: 'announced-already' }
  const current = await fetchPrice({ db, stripe }, sold.id)
  if (current.amount === amount) return { refused: 'same-price' }
  const created = await stripe.makePrice({
    key: `price-${sold.id}-${amount}-${startsAt.toISOString().slice(0, 10)}`,
    like: current,
    amount,
  })
  return db.asSystem(async (tx) => {
    await storePrice(tx, created)
    const row = { fromPrice: sold.id, toPrice: created.id, amount: created.amount, currency: created.currency, startsAt }
    const [change] = await tx.insert(billingPriceChanges).values(row).onConflictDoNothing().returning()
    return change ? { change } : { refused: 'announced-already' }
  })
}

const isStanding = and(isNotNull(billingSubscriptions.userId), inArray(billingSubscriptions.status, [...ACTIVE_STATUSES]))
const notificationKey = (change: PriceChange): string => `price ${change.toPrice}`

/** Mails every subscriber about a coming price, including those who subscribe after the announcement. */
export async function notifyPriceChanges({ db, jobs }: Pick<Billing, 'db' | 'jobs'>): Promise<void> {
  await db.asSystem(async (tx) => {
    const changes = await tx.select().from(billingPriceChanges)
    for (const change of changes)
      for (const { userId } of await unnotified(tx, change))
        if (userId !== null) await notifyOnce(jobs, tx, { userId, what: notificationKey(change), mail: 'price-changes' })
  })
}

function unnotified(tx: Tx, change: PriceChange) {
  const isNotified = sql`exists (select from ${billingNotifications} where ${billingNotifications.userId} = ${billingSubscriptions.userId} and ${billingNotifications.what} = ${notificationKey(change)})`
  return tx
    .selectDistinct({ userId: billingSubscriptions.userId })
    .from(billingSubscriptions)
    .where(and(eq(billingSubscriptions.priceId, change.fromPrice), isStanding, sql`not ${isNotified}`))
}

/** Moves subscribers with enough notice to the new price from their next period on. Failures are retried. */
export async function applyPrices({ db, jobs, stripe, log }: Billing): Promise<void> {
  if (!stripe) return
  for (const { change, subscriptionId, itemId } of await due(db)) {
    try {
      const key = `price-${change.toPrice}-${subscriptionId}`
      await stripe.changePrice({ key, subscriptionId, itemId, price: change.toPrice })
      await jobs.send(readSubscriptionJob, { subscriptionId }, { key: subscriptionId })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      log.warn({ err: error, subscriptionId }, 'Price change of a subscription failed: retrying')
    }
  }
}

/** Subscriptions per run, at most. */
const BATCH_SIZE = 200

async function due(db: Billing['db']): Promise<{ change: PriceChange; subscriptionId: string; itemId: string }[]> {
  const rows = await db.asSystem((tx) =>
    tx
      .select({ change: billingPriceChanges, subscriptionId: billingSubscriptions.id, itemId: billingSubscriptions.itemId })
      .from(billingPriceChanges)
      .innerJoin(billingSubscriptions, eq(billingSubscriptions.priceId, billingPriceChanges.fromPrice))
      .innerJoin(
        billingNotifications,
        and(
          eq(billingNotifications.userId, billingSubscriptions.userId),
          sql`${billingNotifications.what} = 'price ' || ${billingPriceChanges.toPrice}`,
        ),
      )
      .where(
        and(
          isStanding,
          sql`${billingPriceChanges.startsAt} <= now()`,
          sql`${billingNotifications.toldAt} <= now() - make_interval(days => ${NOTICE_DAYS})`,
        ),
      )
      .limit(BATCH_SIZE),
  )
  return rows.flatMap(({ itemId, ...row }) => (itemId === null ? [] : [{ ...row, itemId }]))
}
