import { randomBytes } from 'node:crypto'
import { Stripe } from 'stripe'
import type { TestApp } from './app.ts'

/** A Stripe webhook event, as sent to its endpoint. */
export interface PaymentEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  livemode: boolean
  type: string
  data: { object: object }
}

export const DAY = 24 * 60 * 60
export const nowSeconds = (): number => Math.floor(Date.now() / 1000)
const newId = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`

/** A Stripe customer and the events about them. */
export interface TestPayer {
  customer: string
  subscription: string
  /** Start of the paid period. */
  start: number
  /** Events in order: `created` has seconds, so those of one moment share a value. */
  created(overrides?: SubscriptionOverrides): PaymentEvent
  updated(overrides?: SubscriptionOverrides): PaymentEvent
  deleted(overrides?: SubscriptionOverrides): PaymentEvent
  completed(userId: string | null, overrides?: { at?: number; paymentStatus?: string; email?: string }): PaymentEvent
  invoice(type: 'invoice.paid' | 'invoice.payment_failed', overrides?: { at?: number }): PaymentEvent
  refunded(overrides?: { at?: number; chargedAt?: number; isWhole?: boolean }): PaymentEvent
}

interface SubscriptionOverrides {
  at?: number
  status?: string
  start?: number
  end?: number
  cancelAtPeriodEnd?: boolean
  price?: string
  amount?: number
  userId?: string
}

export function event(type: string, object: object, at = nowSeconds()): PaymentEvent {
  return { id: newId('evt'), object: 'event', api_version: '2026-10-28.endive', created: at, livemode: false, type, data: { object } }
}

/** A payer without an account; `start` is when they began to pay. */
export function testPayer(start = nowSeconds()): TestPayer {
  const [customer, subscription] = [newId('cus'), newId('sub')]
  const ofSubscription = (type: string, status: string, overrides: SubscriptionOverrides = {}) => {
    const {
      at = start,
      start: begin = start,
      end = begin + 30 * DAY,
      cancelAtPeriodEnd = false,
      price = 'price_pro_month',
      amount = 2000,
    } = overrides
    const item = {
      id: `si_${subscription}`,
      current_period_start: begin,
      current_period_end: end,
      price: { id: price, unit_amount: amount, currency: 'usd', recurring: { interval: 'month' } },
    }
    const object = {
      id: subscription,
      object: 'subscription',
      customer,
      status: overrides.status ?? status,
      cancel_at_period_end: cancelAtPeriodEnd,
      cancel_at: null,
      canceled_at: null,
      ended_at: type.endsWith('deleted') ? at : null,
      items: { object: 'list', data: [item] },
      metadata: overrides.userId === undefined ? {} : { user_id: overrides.userId },
      latest_invoice: `in_${subscription}`,
    }
    return event(type, object, at)
  }
  return {
    customer,
    subscription,
    start,
    created: (overrides) => ofSubscription('customer.subscription.created', 'incomplete', overrides),
    updated: (overrides) => ofSubscription('customer.subscription.updated', 'active', overrides),
    deleted: (overrides) => ofSubscription('customer.subscription.deleted', 'canceled', overrides),
    completed: (userId, { at = start, paymentStatus = 'paid', email } = {}) => {
      const session = {
        id: newId('cs_test'),
        object: 'checkout.session',
        mode: 'subscription',
        status: 'complete',
        payment_status: paymentStatus,
        client_reference_id: userId,
        customer,
        customer_details: email === undefined ? null : { email },
        subscription,
        amount_total: 2000,
        currency: 'usd',
        metadata: {},
      }
      return event('checkout.session.completed', session, at)
    },
    invoice: (type, { at = start } = {}) => {
      const parent = { type: 'subscription_details', subscription_details: { subscription, metadata: {} } }
      const amounts = { amount_paid: type === 'invoice.paid' ? 2000 : 0, amount_due: 2000 }
      return event(type, { id: `in_${subscription}`, object: 'invoice', customer, currency: 'usd', ...amounts, parent }, at)
    },
    refunded: ({ at = start, chargedAt = start, isWhole = true } = {}) => {
      const amounts = { amount: 2000, amount_refunded: isWhole ? 2000 : 500, refunded: isWhole, currency: 'usd' }
      return event('charge.refunded', { id: newId('ch'), object: 'charge', customer, created: chargedAt, ...amounts }, at)
    },
  }
}

/** Signing secret of the webhook endpoint when the sandbox plays Stripe. */
export const SECRET = 'whsec_sandbox_secret'

export interface Sending {
  /** Two during a rotation. */
  secrets?: readonly string[]
  /** Time of the signature, in seconds. */
  signedAt?: number
  /** Replaces the signed body. */
  body?: string
}

/** Sends a signed event as Stripe does; returns the status. */
export async function sendPayment(app: Pick<TestApp, 'url'>, of: PaymentEvent, sending: Sending = {}): Promise<number> {
  const { secrets = [SECRET], signedAt = nowSeconds() } = sending
  const payload = JSON.stringify(of, null, 2)
  const { webhooks } = new Stripe('sk_test_none')
  const signatures = secrets.map((secret) => webhooks.generateTestHeaderString({ payload, secret, timestamp: signedAt }))
  // One timestamp, and a signature for each secret.
  const signature = [`t=${signedAt}`, ...signatures.map((one) => one.replace(/^t=\d+,/, ''))].join(',')
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
  const reply = await fetch(`${app.url}/webhooks/stripe`, { method: 'POST', headers, body: sending.body ?? payload })
  await reply.body?.cancel()
  return reply.status
}

/** Sends events in order and expects each to be accepted. */
export async function sendAcceptedPayments(app: Pick<TestApp, 'url'>, ...events: readonly PaymentEvent[]): Promise<void> {
  for (const one of events) {
    const status = await sendPayment(app, one)
    if (status !== 200) throw new Error(`${one.type} was answered with ${status}`)
  }
}
