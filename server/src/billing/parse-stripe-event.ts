import type { z } from 'zod'
import {
  chargeObject,
  checkoutObject,
  disputeObject,
  invoiceObject,
  subscriptionObject,
  type StripeEvent,
  type StripeSubscription,
} from '../providers/stripe/objects.ts'

/** The parts of an event that matter here. Absent fields are unknown. */
export interface ParsedEvent {
  customerId: string | null
  subscriptionId: string | null
  /** The user id from our metadata. */
  userId?: string | null
  /** The payer's address, for matching. */
  email?: string | null
  /** State of the subscription at that time. */
  subscription?: StripeSubscription
  /** Whether a payment for the subscription arrived. */
  isPaid?: boolean
  /** A charge, by its time, that was refunded or disputed. */
  withdrawn?: { by: 'refund' | 'dispute'; chargedAt: Date }
  /** A disputed charge whose customer must be requested. */
  disputedCharge?: string
  /** A checkout page that has expired. */
  closedCheckout?: string
  amount?: number | null
  currency?: string | null
}

type Reader = (object: unknown, type: string) => ParsedEvent | null

function reading<T>(schema: z.ZodType<T>, toEvent: (read: T, type: string) => ParsedEvent | null): Reader {
  return (object, type) => toEvent(schema.parse(object), type)
}

const checkout = reading(checkoutObject, ({ id, isSubscription, isPaid, customerId, subscriptionId, userId, email, amount, currency }) => {
  if (!isSubscription || customerId === null || subscriptionId === null) return null
  return { customerId, subscriptionId, userId, email, isPaid, closedCheckout: id, ...(isPaid && { amount, currency }) }
})

const subscription = reading(subscriptionObject, (seen) => ({
  customerId: seen.customerId,
  subscriptionId: seen.id,
  userId: seen.userId,
  subscription: seen,
}))

const invoice = reading(invoiceObject, ({ customerId, subscriptionId, userId, currency, paid, due }, type) => {
  if (customerId === null || subscriptionId === null) return null
  const isPaid = type === 'invoice.paid'
  return { customerId, subscriptionId, userId, currency, amount: isPaid ? paid : due, ...(isPaid && { isPaid }) }
})

const READERS: Record<string, Reader> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'checkout.session.async_payment_failed': checkout,
  'checkout.session.expired': reading(checkoutObject, ({ id }) => ({ customerId: null, subscriptionId: null, closedCheckout: id })),
  'customer.subscription.created': subscription,
  'customer.subscription.updated': subscription,
  'customer.subscription.deleted': subscription,
  'customer.subscription.paused': subscription,
  'customer.subscription.resumed': subscription,
  'invoice.paid': invoice,
  'invoice.payment_failed': invoice,
  'charge.refunded': reading(chargeObject, ({ customerId, madeAt, isWhole, amount, currency }) => ({
    customerId,
    subscriptionId: null,
    amount: -amount,
    currency,
    // A partial refund is between operator and payer.
    ...(isWhole && { withdrawn: { by: 'refund' as const, chargedAt: madeAt } }),
  })),
  'charge.dispute.created': reading(disputeObject, ({ chargeId, amount, currency, isInquiry }) => ({
    customerId: null,
    subscriptionId: null,
    amount: -amount,
    currency,
    ...(!isInquiry && { disputedCharge: chargeId }),
  })),
}

/** Null for an irrelevant event. Throws a ZodError for an event that doesn't match its type. */
export function parseStripeEvent({ type, object }: StripeEvent): ParsedEvent | null {
  return READERS[type]?.(object, type) ?? null
}
