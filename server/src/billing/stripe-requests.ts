import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'
import { billingSubscriptions } from '../db/schema-billing.ts'
import { JobFailed } from '../jobs/do-job.ts'
import type { StripeClient } from '../providers/stripe/client.ts'
import type { StripeSubscription } from '../providers/stripe/objects.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { Billing } from './billing.ts'
import { lockSubscription, overwriteSubscription } from './apply-subscription.ts'
import { findPayer, lockCustomer, assignRecords } from './payers.ts'
import { settleCustomer } from './settle-customer.ts'
import { recordWithdrawn } from './receive-stripe-event.ts'

/** Attempts to read a subscription that changes during the read. */
const READS_MAX = 5

/** Reads a subscription from the provider and stores it, unless the stored one changed since. */
export async function readSubscription(billing: Billing, subscriptionId: string): Promise<void> {
  for (let remaining = READS_MAX; remaining > 0; remaining -= 1) {
    const version = await versionOf(billing.db, subscriptionId)
    const seen = await requestStripe(billing, (stripe) => stripe.readSubscription(subscriptionId))
    if (await storeSubscription(billing, { subscriptionId, version, seen })) return
  }
  throw new JobFailed('SUBSCRIPTION_BUSY')
}

/** Cancels a subscription at the provider. */
export async function endSubscription(billing: Billing, subscriptionId: string): Promise<void> {
  await requestStripe(billing, (stripe) => stripe.endSubscription(subscriptionId))
  await readSubscription(billing, subscriptionId)
}

/** Finds the customer of a disputed charge, which pays for no plan any more. */
export async function readDispute(billing: Billing, chargeId: string): Promise<void> {
  const { customerId, madeAt: chargedAt } = await requestStripe(billing, (stripe) => stripe.readCharge(chargeId))
  if (customerId === null) return
  await billing.db.asSystem(async (tx) => {
    await lockCustomer(tx, customerId)
    await recordWithdrawn(tx, customerId, { by: 'dispute', chargedAt })
    await settleCustomer(billing, tx, customerId)
  })
}

export async function closeCheckout(billing: Billing, sessionId: string): Promise<void> {
  await requestStripe(billing, (stripe) => stripe.closeCheckout(sessionId))
}

/** Deletes the customer at the provider, which ends their subscriptions and anonymizes payment records. */
export async function deleteStripeCustomer(billing: Billing, customerId: string): Promise<void> {
  await requestStripe(billing, (stripe) => stripe.deleteCustomer(customerId))
}

/** The job queue retries an unreachable provider; permanent errors are logged for the operator. */
async function requestStripe<T>({ stripe, log }: Billing, call: (stripe: StripeClient) => Promise<T>): Promise<T> {
  if (!stripe) throw new JobFailed('BILLING_OFF')
  try {
    return await call(stripe)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    log[error.fault === 'client' || error.fault === 'refused' ? 'warn' : 'info']({ err: error }, 'Stripe request failed')
    throw new JobFailed('BILLING_DOWN')
  }
}

async function versionOf(db: Db, id: string): Promise<number> {
  const [row] = await db.asSystem((tx) =>
    tx.select({ version: billingSubscriptions.version }).from(billingSubscriptions).where(eq(billingSubscriptions.id, id)),
  )
  return row?.version ?? 0
}

interface ReadSubscription {
  subscriptionId: string
  version: number
  seen: StripeSubscription | null
}

/** False if the subscription changed since the request. */
async function storeSubscription(billing: Billing, { subscriptionId, version, seen }: ReadSubscription): Promise<boolean> {
  return billing.db.asSystem(async (tx) => {
    const customerId = seen?.customerId ?? (await customerOf(tx, subscriptionId))
    if (customerId === null) return true
    const customer = await lockCustomer(tx, customerId)
    const row = await lockSubscription(tx, { id: subscriptionId, customerId })
    if (row.version !== version) return false
    // A subscription unknown to the provider has ended.
    await overwriteSubscription(tx, seen ?? { ...row, status: 'canceled' })
    const userId = await findPayer(tx, customer, { userId: seen?.userId })
    if (userId !== null) await assignRecords(tx, customerId, userId)
    await settleCustomer(billing, tx, customerId)
    return true
  })
}

async function customerOf(tx: Tx, subscriptionId: string): Promise<string | null> {
  const [row] = await tx
    .select({ customerId: billingSubscriptions.customerId })
    .from(billingSubscriptions)
    .where(eq(billingSubscriptions.id, subscriptionId))
  return row?.customerId ?? null
}
