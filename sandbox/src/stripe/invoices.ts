import { base, isDeclining, itemOf, methodOf, type StripeState } from './stripe-state.ts'
import { DAY } from './test-clock.ts'
import { newId, type Charge, type Invoice, type PaymentIntent, type Subscription } from './objects.ts'

/** When a payment that failed is tried again, in seconds after the try before. */
const TRIES_AFTER = [3 * DAY, 5 * DAY, 7 * DAY]

export function invoiceOf({ store }: StripeState, { latest_invoice }: Subscription): Invoice | undefined {
  return store.find('invoice', latest_invoice ?? '')
}

/** The invoice of the period that a subscription is in now, still open. */
export function makeInvoice(state: StripeState, subscription: Subscription, reason: Invoice['billing_reason']): Invoice {
  const { store, clock, webhooks } = state
  const item = itemOf(subscription)
  const amount = (item.price.unit_amount ?? 0) * item.quantity
  const id = newId('in')
  const count = store.all('invoice').filter(({ customer }) => customer === subscription.customer).length
  const invoice: Invoice = {
    ...base(state, id),
    object: 'invoice',
    number: `SANDBOX-${String(count + 1).padStart(4, '0')}`,
    customer: subscription.customer,
    customer_email: store.find('customer', subscription.customer)?.email ?? null,
    status: 'open',
    billing_reason: reason,
    currency: item.price.currency,
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    total: amount,
    attempted: false,
    attempt_count: 0,
    next_payment_attempt: null,
    period_start: item.current_period_start,
    period_end: item.current_period_end,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    lines: { object: 'list', data: [lineOf(id, subscription, amount)], has_more: false, url: `/v1/invoices/${id}/lines` },
    payments: { object: 'list', data: [], has_more: false, url: '/v1/invoice_payments' },
    hosted_invoice_url: null,
    status_transitions: { finalized_at: clock.seconds(), paid_at: null, voided_at: null },
  }
  store.put(invoice)
  subscription.latest_invoice = id
  webhooks.emit('invoice.created', invoice)
  webhooks.emit('invoice.finalized', invoice)
  return invoice
}

function lineOf(invoice: string, subscription: Subscription, amount: number) {
  const { id, price, quantity, current_period_start: start, current_period_end: end } = itemOf(subscription)
  const parent = { type: 'subscription_item_details', subscription_item_details: { subscription: subscription.id, subscription_item: id } }
  const pricing = { type: 'price_details', price_details: { price: price.id, product: price.product }, unit_amount_decimal: String(amount) }
  const line = { id: newId('il'), object: 'line_item', amount, currency: price.currency, description: 'Ninesixteen Pro', invoice }
  return { ...line, livemode: false, metadata: {}, parent, period: { start, end }, pricing, quantity }
}

type Sum = Pick<Charge, 'amount' | 'customer' | 'currency'>

interface Attempt {
  intent: PaymentIntent
  charge: Charge
}

/** A payment attempt: it succeeds, fails, or is pending for days. */
export function attempt(state: StripeState, of: Sum, { status, method }: { status: Charge['status']; method: string | null }): Attempt {
  const { store, webhooks } = state
  const [intentId, chargeId] = [newId('pi'), newId('ch')]
  const customer = store.find('customer', of.customer ?? '')
  const intentStatus = ({ succeeded: 'succeeded', failed: 'requires_payment_method', pending: 'processing' } as const)[status]
  const intent = store.put<PaymentIntent>({
    ...base(state, intentId),
    ...of,
    object: 'payment_intent',
    latest_charge: chargeId,
    payment_method: method,
    status: intentStatus,
  })
  const charge = store.put<Charge>({
    ...base(state, chargeId),
    ...of,
    object: 'charge',
    amount_refunded: 0,
    payment_intent: intentId,
    payment_method: method,
    billing_details: { email: customer?.email ?? null, name: customer?.name ?? null },
    paid: status === 'succeeded',
    refunded: false,
    disputed: false,
    status,
    failure_code: status === 'failed' ? 'card_declined' : null,
  })
  webhooks.emit(`charge.${status}`, charge)
  webhooks.emit(`payment_intent.${status === 'failed' ? 'payment_failed' : intentStatus}`, intent)
  return { intent, charge }
}

export function notePayment({ store }: StripeState, invoice: Invoice, { id }: PaymentIntent): void {
  const status = invoice.status === 'paid' ? 'paid' : 'open'
  const payment = { type: 'payment_intent', payment_intent: id }
  invoice.payments.data.push({ id: newId('inpay'), object: 'invoice_payment', invoice: invoice.id, payment, status, is_default: true })
  store.put(invoice)
}

/** The invoice is paid. */
export function markPaid({ store, clock, webhooks }: StripeState, invoice: Invoice): void {
  const paid_at = clock.seconds()
  Object.assign(invoice, { status: 'paid', amount_paid: invoice.total, amount_remaining: 0, next_payment_attempt: null })
  Object.assign(invoice.status_transitions, { paid_at })
  store.put(invoice)
  const customer = store.find('customer', invoice.customer)
  if (customer) store.put(Object.assign(customer, { delinquent: false }))
  webhooks.emit('invoice.paid', invoice)
  webhooks.emit('invoice.payment_succeeded', invoice)
}

/** Charges the card on file for an open invoice. Gives back whether that was the last try. */
export function collect(state: StripeState, subscription: Subscription, invoice: Invoice): 'paid' | 'failed' | 'given-up' {
  const { store, clock, webhooks } = state
  const method = methodOf(state, subscription)
  const isFailing = isDeclining(method)
  const of = { amount: invoice.amount_remaining, customer: invoice.customer, currency: invoice.currency }
  const { intent } = attempt(state, of, { status: isFailing ? 'failed' : 'succeeded', method: method?.id ?? null })
  const waits = TRIES_AFTER[invoice.attempt_count]
  Object.assign(invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 })
  if (!isFailing) {
    markPaid(state, invoice)
    notePayment(state, invoice, intent)
    return 'paid'
  }
  invoice.next_payment_attempt = waits === undefined ? null : clock.seconds() + waits
  notePayment(state, invoice, intent)
  const customer = store.find('customer', invoice.customer)
  if (customer) store.put(Object.assign(customer, { delinquent: true }))
  webhooks.emit('invoice.payment_failed', invoice)
  return waits === undefined ? 'given-up' : 'failed'
}
