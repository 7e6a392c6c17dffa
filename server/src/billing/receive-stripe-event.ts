import { and, eq, lt, or, isNull, sql } from 'drizzle-orm'
import { ZodError } from 'zod'
import type { Tx } from '../db/db.ts'
import { billingCheckouts, billingCustomers, billingEvents } from '../db/schema-billing.ts'
import type { StripeEvent } from '../providers/stripe/objects.ts'
import type { Billing } from './billing.ts'
import { readDisputeJob, readSubscriptionJob } from './jobs.ts'
import { parseStripeEvent, type ParsedEvent } from './parse-stripe-event.ts'
import { recordPayment, applySubscription } from './apply-subscription.ts'
import { findPayer, lockCustomer, assignRecords } from './payers.ts'
import { settleCustomer } from './settle-customer.ts'

export interface SignedEvent {
  body: Uint8Array
  signature: string | null
}

/**
 * Processes a webhook event of the payment provider, which arrives at least once and in any order, exactly once. Returns false for an
 * invalid signature. Applies the event's state at once, in an order that makes the result independent of arrival; a fresh read of the
 * subscription follows and takes precedence.
 */
export async function receiveStripeEvent(billing: Billing, { body, signature }: SignedEvent): Promise<boolean> {
  const event = await billing.stripe?.readEvent(body, signature)
  if (!event) return false
  const { isLive } = billing.stripe ?? {}
  if (isLive !== null && event.isLive !== isLive) {
    const [mode, own] = event.isLive ? ['live', 'test'] : ['test', 'live']
    billing.log.warn({ event: event.id }, `Stripe event of ${mode} mode rejected: STRIPE_SECRET_KEY is a ${own} key`)
    return false
  }
  const parsed = readable(event)
  if (parsed === 'unreadable') {
    billing.log.warn({ event: event.id, type: event.type }, 'Stripe event does not match its type')
    return false
  }
  if (parsed) await billing.db.asSystem((tx) => apply(billing, tx, { event, parsed }))
  return true
}

function readable(event: StripeEvent): ParsedEvent | null | 'unreadable' {
  try {
    return parseStripeEvent(event)
  } catch (error) {
    if (error instanceof ZodError) return 'unreadable'
    throw error
  }
}

/** Event and effect share a transaction: a stored event is done, and any other is sent again. */
async function apply(billing: Billing, tx: Tx, { event, parsed }: { event: StripeEvent; parsed: ParsedEvent }): Promise<void> {
  const { jobs } = billing
  const { customerId, subscriptionId, amount = null, currency = null } = parsed
  const { id, type, happenedAt } = event
  const [isNew] = await tx
    .insert(billingEvents)
    .values({ id, type, customerId, subscriptionId, amount, currency, happenedAt })
    .onConflictDoNothing()
    .returning({ id: billingEvents.id })
  if (!isNew) return
  if (parsed.disputedCharge !== undefined) await jobs.send(readDisputeJob, { chargeId: parsed.disputedCharge }, { tx })
  if (parsed.closedCheckout !== undefined) await forgetCheckout(tx, parsed.closedCheckout)
  if (customerId === null) return
  const customer = await lockCustomer(tx, customerId)
  const userId = await findPayer(tx, customer, parsed)
  if (parsed.subscription) await applySubscription(tx, parsed.subscription, { eventId: id, happenedAt })
  if (parsed.isPaid && subscriptionId !== null) await recordPayment(tx, { id: subscriptionId, customerId })
  if (parsed.withdrawn) await recordWithdrawn(tx, customerId, parsed.withdrawn)
  if (userId !== null) await assignRecords(tx, customerId, userId)
  await settleCustomer(billing, tx, customerId)
  if (subscriptionId !== null) await jobs.send(readSubscriptionJob, { subscriptionId }, { tx, key: subscriptionId })
}

/** The latest of several charges counts: it paid for the latest period. */
export async function recordWithdrawn(tx: Tx, customerId: string, { by, chargedAt }: NonNullable<ParsedEvent['withdrawn']>): Promise<void> {
  const isNewer = or(isNull(billingCustomers.withdrawnAt), lt(billingCustomers.withdrawnAt, chargedAt))
  // For a charge with both, the dispute takes precedence.
  const isWorse = by === 'dispute' ? sql`${billingCustomers.withdrawnAt} = ${chargedAt.toISOString()}::timestamptz` : sql`false`
  await tx
    .update(billingCustomers)
    .set({ withdrawnAt: chargedAt, withdrawnBy: by })
    .where(and(eq(billingCustomers.id, customerId), or(isNewer, isWorse)))
}

async function forgetCheckout(tx: Tx, sessionId: string): Promise<void> {
  await tx
    .update(billingCheckouts)
    .set({ sessionId: null, url: null, expiresAt: null, number: sql`${billingCheckouts.number} + 1` })
    .where(eq(billingCheckouts.sessionId, sessionId))
}
