import { and, eq, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { billingCustomers, billingEvents, billingSubscriptions, billingNotifications } from '../db/schema-billing.ts'
import { userSettings } from '../db/schema-accounts.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { Billing } from './billing.ts'
import { readSubscriptionJob, closeCheckoutJob, endSubscriptionJob, deleteCustomerJob, readDisputeJob, billingCronJob } from './jobs.ts'
import { planOf, settlePlan } from './user-plan.ts'
import { fetchPrice, currentPrice } from './price.ts'
import { applyPrices, notifyPriceChanges } from './price-changes.ts'
import { GRACE_DAYS, ACTIVE_STATUSES } from './subscription-state.ts'
import { notifyPlanChange, notifyOnce } from './sent-notifications.ts'
import { workFor, type Work } from '../jobs/job.ts'
import { closeCheckout, endSubscription, deleteStripeCustomer, readDispute, readSubscription } from './stripe-requests.ts'

/** Days before a plan's end at which its user is reminded. */
const REMINDED_DAYS = 3
/** A recent notification suppresses the reminder. */
const RECENTLY_NOTIFIED = '1 day'
/** A subscription whose period ended this long ago has missed events. */
const EVENTS_OVERDUE = '1 hour'
const REREAD_AFTER = '6 hours'
/**
 * Retention of processed events: for others, as long as the provider may resend one; for those about money, as long as accounting records.
 */
const EVENT_RETENTION = '90 days'
const PAYMENT_EVENT_RETENTION = '7 years'
/** Users per run, at most. */
const BATCH_SIZE = 1000

/** Runs what depends on time, and catches up on lost events. */
export async function runBillingCron(billing: Billing, batchSize = BATCH_SIZE): Promise<void> {
  if (!billing.stripe || !billing.config.billing) return
  await endGraces(billing, batchSize)
  await remind(billing, batchSize)
  await readOverdueSubscriptions(billing, batchSize)
  await notifyPriceChanges(billing)
  await applyPrices(billing)
  await learnSoldPrice(billing)
  await tidy(billing)
}

/**
 * Ends the plan of users whose payment failed, after the grace period. Processes the earliest first, page by page, so that none is skipped.
 */
async function endGraces({ db, jobs }: Billing, batchSize: number): Promise<void> {
  const isGraceOver = sql`${billingSubscriptions.periodStart} <= now() - make_interval(days => ${GRACE_DAYS})`
  const cursor = sql`(${billingSubscriptions.periodStart}, ${billingSubscriptions.id})`
  for (let last: { periodStart: string; id: string } | null = null; ;) {
    const isNext: SQL = last ? sql`${cursor} > (${last.periodStart}::timestamptz, ${last.id})` : sql`true`
    const subscriptions = await db.asSystem((tx) =>
      tx
        // As text, to preserve the database's microseconds.
        .select({
          id: billingSubscriptions.id,
          userId: billingSubscriptions.userId,
          periodStart: sql<string>`${billingSubscriptions.periodStart}::text`,
        })
        .from(billingSubscriptions)
        .innerJoin(userSettings, and(eq(userSettings.userId, billingSubscriptions.userId), eq(userSettings.proPlan, true)))
        .where(and(eq(billingSubscriptions.status, 'past_due'), isGraceOver, isNext))
        .orderBy(billingSubscriptions.periodStart, billingSubscriptions.id)
        .limit(batchSize),
    )
    for (const { userId } of subscriptions) if (userId !== null) await endGrace({ db, jobs }, userId)
    last = subscriptions.length < batchSize ? null : (subscriptions.at(-1) ?? null)
    if (!last) return
  }
}

async function endGrace({ db, jobs }: Pick<Billing, 'db' | 'jobs'>, userId: string): Promise<void> {
  await db.asSystem(async (tx) => {
    const { isPro } = await planOf(tx, userId)
    if (isPro) return
    const settled = await settlePlan(tx, userId)
    if (settled?.wasPro) await notifyPlanChange(jobs, tx, { userId, settled })
  })
}

/** Reminds users shortly before the end. */
async function remind({ db, jobs }: Billing, batchSize: number): Promise<void> {
  const isSoon = sql`${billingSubscriptions.endsAt} between now() and now() + make_interval(days => ${REMINDED_DAYS})`
  // In the format of `what` below.
  const end = sql`to_char(${billingSubscriptions.endsAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const isNotified = sql`exists (select from ${billingNotifications} where ${billingNotifications.userId} = ${billingSubscriptions.userId}
    and ${billingNotifications.what} = 'soon ' || ${billingSubscriptions.id} || ' ' || ${end})`
  await db.asSystem(async (tx) => {
    const ending = await tx
      .select({ id: billingSubscriptions.id, userId: billingSubscriptions.userId, endsAt: billingSubscriptions.endsAt })
      .from(billingSubscriptions)
      .where(and(isNotNull(billingSubscriptions.userId), eq(billingSubscriptions.status, 'active'), isSoon, sql`not ${isNotified}`))
      .orderBy(billingSubscriptions.endsAt, billingSubscriptions.id)
      .limit(batchSize)
    for (const { id, userId, endsAt } of ending) {
      if (userId === null || endsAt === null) continue
      const when = `${id} ${endsAt.toISOString()}`
      const isRecent = and(
        eq(billingNotifications.userId, userId),
        eq(billingNotifications.what, `ending ${when}`),
        sql`${billingNotifications.toldAt} > now() - ${RECENTLY_NOTIFIED}::interval`,
      )
      if ((await tx.$count(billingNotifications, isRecent)) === 0)
        await notifyOnce(jobs, tx, { userId, what: `soon ${when}`, mail: 'plan-ends' })
    }
  })
}

async function readOverdueSubscriptions({ db, jobs }: Billing, batchSize: number): Promise<void> {
  const isOverdue = sql`${billingSubscriptions.periodEnd} < now() - ${EVENTS_OVERDUE}::interval`
  const isUnknown = and(isNull(billingSubscriptions.status), lt(billingSubscriptions.createdAt, sql`now() - ${EVENTS_OVERDUE}::interval`))
  const isOpen = sql`${billingSubscriptions.status} = any(${sql.param([...ACTIVE_STATUSES])}::text[])`
  const isReadJustNow = sql`coalesce(${billingSubscriptions.readAt} > now() - ${REREAD_AFTER}::interval, false)`
  const overdue = await db.asSystem((tx) =>
    tx
      .select({ id: billingSubscriptions.id })
      .from(billingSubscriptions)
      .where(and(or(and(isOpen, isOverdue), isUnknown), sql`not ${isReadJustNow}`))
      .orderBy(sql`${billingSubscriptions.readAt} nulls first`, billingSubscriptions.id)
      .limit(batchSize),
  )
  for (const { id } of overdue) await jobs.send(readSubscriptionJob, { subscriptionId: id }, { key: id })
}

async function learnSoldPrice({ db, stripe, config, log }: Billing): Promise<void> {
  const settled = config.billing?.price
  if (!stripe || settled === undefined) return
  try {
    const { id } = await db.asSystem((tx) => currentPrice(tx, settled))
    const { isMonthly } = await fetchPrice({ db, stripe }, id)
    if (!isMonthly) log.warn({ price: id }, 'STRIPE_PRICE is not a monthly price, but the pages say so')
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    log.info({ err: error }, 'Price request failed')
  }
}

async function tidy({ db }: Billing): Promise<void> {
  await db.long.asSystem(async (tx) => {
    const old = (retention: string) => sql`now() - ${retention}::interval`
    await tx.delete(billingEvents).where(and(isNull(billingEvents.amount), lt(billingEvents.createdAt, old(EVENT_RETENTION))))
    await tx.delete(billingEvents).where(lt(billingEvents.createdAt, old(PAYMENT_EVENT_RETENTION)))
    const hasEnded = sql`not ${billingSubscriptions.status} = any(${sql.param([...ACTIVE_STATUSES])}::text[])`
    await tx.delete(billingSubscriptions).where(and(hasEnded, lt(billingSubscriptions.updatedAt, old(PAYMENT_EVENT_RETENTION))))
    const hasNothing = sql`not exists (select from ${billingSubscriptions} where ${billingSubscriptions.customerId} = ${billingCustomers.id})
      and not exists (select from ${billingEvents} where ${billingEvents.customerId} = ${billingCustomers.id})`
    await tx.delete(billingCustomers).where(and(isNull(billingCustomers.userId), hasNothing))
  })
}

export function billingJobs(services: () => Billing): Work[] {
  return [
    workFor(readSubscriptionJob, ({ subscriptionId }) => readSubscription(services(), subscriptionId)),
    workFor(endSubscriptionJob, ({ subscriptionId }) => endSubscription(services(), subscriptionId)),
    workFor(readDisputeJob, ({ chargeId }) => readDispute(services(), chargeId)),
    workFor(closeCheckoutJob, ({ sessionId }) => closeCheckout(services(), sessionId)),
    workFor(deleteCustomerJob, ({ customerId }) => deleteStripeCustomer(services(), customerId)),
    workFor(billingCronJob, () => runBillingCron(services())),
  ]
}
