import { z } from 'zod'

/* Stripe's objects in any version of its API. */

/** An id, or the expanded object. */
const reference = z.union([z.string().max(255), z.object({ id: z.string().max(255) }).transform(({ id }) => id)])
/** Seconds since 1970. */
const moment = z
  .number()
  .int()
  .transform((seconds) => new Date(seconds * 1000))
const metadata = z.record(z.string(), z.string()).nullish()
const userOf = (of: Record<string, string> | null | undefined): string | null => of?.['user_id'] ?? null

/** A monthly price. Amounts that aren't a whole number of the smallest unit are rejected. */
export const priceObject = z
  .object({
    id: z.string(),
    unit_amount: z.number().int().nonnegative(),
    currency: z.string().length(3),
    product: reference,
    recurring: z.object({ interval: z.string(), interval_count: z.number().int() }),
  })
  .transform(({ unit_amount: amount, recurring, ...price }) => ({
    ...price,
    amount,
    isMonthly: recurring.interval === 'month' && recurring.interval_count === 1,
  }))
export type StripePrice = z.infer<typeof priceObject>

const itemObject = z.object({
  id: z.string(),
  current_period_start: moment.nullish(),
  current_period_end: moment.nullish(),
  price: z.object({ id: z.string(), unit_amount: z.number().int().nullish(), currency: z.string() }),
})

export const subscriptionObject = z
  .object({
    id: z.string(),
    customer: reference,
    status: z.string().max(50),
    cancel_at: moment.nullish(),
    cancel_at_period_end: z.boolean().default(false),
    ended_at: moment.nullish(),
    metadata,
    // Stripe moved it to the items in 2025.
    current_period_start: moment.nullish(),
    current_period_end: moment.nullish(),
    items: z.object({ data: z.array(itemObject) }),
  })
  .transform((subscription) => {
    const [item] = subscription.items.data
    const periodEnd = item?.current_period_end ?? subscription.current_period_end ?? null
    return {
      id: subscription.id,
      customerId: subscription.customer,
      userId: userOf(subscription.metadata),
      status: subscription.status,
      itemId: item?.id ?? null,
      priceId: item?.price.id ?? null,
      amount: item?.price.unit_amount ?? null,
      currency: item?.price.currency ?? null,
      periodStart: item?.current_period_start ?? subscription.current_period_start ?? null,
      periodEnd,
      endsAt: subscription.ended_at ?? subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null),
    }
  })
export type StripeSubscription = z.infer<typeof subscriptionObject>

export const checkoutObject = z
  .object({
    id: z.string(),
    mode: z.string(),
    payment_status: z.string(),
    client_reference_id: z.string().nullish(),
    customer: reference.nullish(),
    customer_details: z.object({ email: z.string().max(320).nullish() }).nullish(),
    subscription: reference.nullish(),
    metadata,
    amount_total: z.number().int().nullish(),
    currency: z.string().nullish(),
    url: z.string().nullish(),
    expires_at: moment.nullish(),
  })
  .transform((session) => ({
    id: session.id,
    isSubscription: session.mode === 'subscription',
    // A free first month counts as paid.
    isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    userId: session.client_reference_id ?? userOf(session.metadata),
    email: session.customer_details?.email?.toLowerCase() ?? null,
    customerId: session.customer ?? null,
    subscriptionId: session.subscription ?? null,
    amount: session.amount_total ?? null,
    currency: session.currency ?? null,
    url: session.url ?? null,
    expiresAt: session.expires_at ?? null,
  }))

export const invoiceObject = z
  .object({
    id: z.string().nullish(),
    customer: reference.nullish(),
    currency: z.string(),
    amount_paid: z.number().int().default(0),
    amount_due: z.number().int().default(0),
    parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }).nullish() }).nullish(),
    // Its place until 2025.
    subscription: reference.nullish(),
  })
  .transform(({ customer, parent, subscription, currency, ...amounts }) => ({
    customerId: customer ?? null,
    subscriptionId: parent?.subscription_details?.subscription ?? subscription ?? null,
    userId: userOf(parent?.subscription_details?.metadata),
    currency,
    paid: amounts.amount_paid,
    due: amounts.amount_due,
  }))

export const chargeObject = z
  .object({
    id: z.string(),
    customer: reference.nullish(),
    created: moment,
    refunded: z.boolean().default(false),
    amount_refunded: z.number().int().default(0),
    currency: z.string(),
  })
  .transform(({ customer, created: madeAt, refunded: isWhole, amount_refunded: amount, ...charge }) => ({
    ...charge,
    customerId: customer ?? null,
    madeAt,
    isWhole,
    amount,
  }))
export type StripeCharge = z.infer<typeof chargeObject>

export const disputeObject = z
  .object({ id: z.string(), charge: reference, amount: z.number().int(), currency: z.string(), status: z.string() })
  .transform(({ status, charge: chargeId, ...dispute }) => ({
    ...dispute,
    chargeId,
    // A bank's inquiry takes no money back yet.
    isInquiry: status.startsWith('warning_'),
  }))

export const portalObject = z.object({ url: z.url() })

export const eventObject = z
  .object({
    id: z.string().min(1).max(255),
    type: z.string().max(100),
    created: moment,
    livemode: z.boolean(),
    data: z.object({ object: z.unknown() }),
  })
  .transform(({ id, type, created: happenedAt, livemode: isLive, data: { object } }) => ({ id, type, happenedAt, isLive, object }))
export type StripeEvent = z.infer<typeof eventObject>
