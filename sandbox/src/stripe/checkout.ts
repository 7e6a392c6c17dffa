import { base, CARDS, change, periodEnd, type StripeState } from './stripe-state.ts'
import { DAY } from './test-clock.ts'
import { cancel } from './cancellation.ts'
import { attempt, invoiceOf, makeInvoice, markPaid, notePayment } from './invoices.ts'
import { newId, type CheckoutSession, type Customer, type Invoice, type PaymentMethod, type Subscription } from './objects.ts'

/** How long a checkout stays open. */
export const SESSION_SECONDS = DAY

interface Payer {
  email: string
  name: string | null
}

export function makeCustomer(state: StripeState, { email, name = null }: { email: string | null; name?: string | null }): Customer {
  const customer: Customer = {
    ...base(state, newId('cus')),
    object: 'customer',
    email,
    name,
    description: null,
    currency: 'usd',
    balance: 0,
    delinquent: false,
    invoice_settings: { default_payment_method: null },
  }
  state.webhooks.emit('customer.created', state.store.put(customer))
  return customer
}

/** Puts a card on file, or a bank account. */
export function keepMethod(
  state: StripeState,
  customer: string,
  { type, last4 }: { type: PaymentMethod['type']; last4: string },
): PaymentMethod {
  const details =
    type === 'card'
      ? { card: { brand: 'visa' as const, last4, exp_month: 12, exp_year: 2034 } }
      : { us_bank_account: { bank_name: 'Sandbox Bank', last4 } }
  const method = state.store.put<PaymentMethod>({ ...base(state, newId('pm')), object: 'payment_method', type, customer, ...details })
  state.webhooks.emit('payment_method.attached', method)
  return method
}

function makeSubscription(state: StripeState, session: CheckoutSession, method: PaymentMethod): Subscription {
  const { store, clock } = state
  const { price: priceId, quantity, metadata } = session.sandboxOrder
  const price = store.find('price', priceId)
  if (!price) throw new Error(`The price ${priceId} is not there`)
  const [id, start] = [newId('sub'), clock.seconds()]
  const item = {
    id: newId('si'),
    object: 'subscription_item' as const,
    created: start,
    current_period_start: start,
    current_period_end: periodEnd(start, price.recurring),
    metadata: {},
    price,
    quantity,
    subscription: id,
  }
  return store.put<Subscription>({
    ...base(state, id),
    metadata,
    object: 'subscription',
    customer: method.customer,
    status: 'incomplete',
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
    ended_at: null,
    cancellation_details: { reason: null, comment: null, feedback: null },
    billing_cycle_anchor: start,
    collection_method: 'charge_automatically',
    currency: price.currency,
    default_payment_method: method.id,
    items: { object: 'list', data: [item], has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    start_date: start,
    trial_end: null,
    pause_collection: null,
  })
}

/** A checkout is gone through: paid with a card, or by a bank debit that arrives days later. */
export function complete(state: StripeState, session: CheckoutSession, { email, name, means }: Payer & { means: 'card' | 'debit' }): void {
  const { store, webhooks, settings } = state
  const existing = store.find('customer', session.customer ?? '')
  const customer = existing ?? makeCustomer(state, { email, name })
  const isCard = means === 'card'
  const method = isCard
    ? keepMethod(state, customer.id, { type: 'card', last4: CARDS.good })
    : keepMethod(state, customer.id, { type: 'us_bank_account', last4: '6789' })
  if (customer.invoice_settings.default_payment_method) customer.invoice_settings.default_payment_method = method.id
  const subscription = makeSubscription(state, session, method)
  webhooks.emit('customer.subscription.created', subscription)
  const invoice = makeInvoice(state, subscription, 'subscription_create')
  const of = { amount: invoice.total, customer: customer.id, currency: invoice.currency }
  const { intent } = attempt(state, of, { status: isCard ? 'succeeded' : 'pending', method: method.id })
  Object.assign(invoice, { attempted: true, attempt_count: 1 })
  if (isCard) markPaid(state, invoice)
  notePayment(state, invoice, intent)
  if (isCard || settings.debitStatus === 'active') change(state, subscription, { status: 'active' })
  Object.assign(session, {
    status: 'complete',
    payment_status: isCard ? 'paid' : 'unpaid',
    customer: customer.id,
    customer_details: { email: customer.email, name: customer.name },
    subscription: subscription.id,
    invoice: invoice.id,
    url: null,
  } satisfies Partial<CheckoutSession>)
  webhooks.emit('checkout.session.completed', store.put(session))
}

/** A declined payment leaves the checkout open. */
export function decline(state: StripeState, session: CheckoutSession): void {
  attempt(
    state,
    { amount: session.amount_total, customer: session.customer, currency: session.currency },
    { status: 'failed', method: null },
  )
}

/** Checkouts with a pending bank debit. */
export function pendingDebits({ store }: StripeState): CheckoutSession[] {
  const isOpen = ({ invoice }: CheckoutSession) => store.find('invoice', invoice ?? '')?.status === 'open'
  return store.all('checkout.session').filter((session) => session.payment_status === 'unpaid' && isOpen(session))
}

/** A bank debit arrives, or it does not. */
export function completePayment(state: StripeState, session: CheckoutSession, isPaid: boolean): void {
  const { store, clock, webhooks } = state
  const subscription = store.find('subscription', session.subscription ?? '')
  const invoice = subscription && invoiceOf(state, subscription)
  if (!subscription || !invoice) return
  if (isPaid) {
    markPaid(state, invoice)
    succeed(state, invoice)
    session.payment_status = 'paid'
    change(state, subscription, { status: 'active' })
    webhooks.emit('checkout.session.async_payment_succeeded', store.put(session))
    return
  }
  Object.assign(invoice, { status: 'void' })
  invoice.status_transitions.voided_at = clock.seconds()
  webhooks.emit('invoice.payment_failed', store.put(invoice))
  if (subscription.status === 'incomplete') change(state, subscription, { status: 'incomplete_expired', ended_at: clock.seconds() })
  else cancel(state, subscription, 'payment_failed')
  webhooks.emit('checkout.session.async_payment_failed', store.put(session))
}

/** The pending debit has arrived. */
function succeed({ store, webhooks }: StripeState, invoice: Invoice): void {
  const [paying] = store.all('payment_intent').filter(({ status, customer }) => status === 'processing' && customer === invoice.customer)
  const charge = store.find('charge', paying?.latest_charge ?? '')
  if (!paying || !charge) return
  webhooks.emit('charge.succeeded', store.put(Object.assign(charge, { status: 'succeeded', paid: true })))
  webhooks.emit('payment_intent.succeeded', store.put(Object.assign(paying, { status: 'succeeded' })))
}

/** Abandoned checkouts. */
export function expire(state: StripeState, session: CheckoutSession): void {
  Object.assign(session, { status: 'expired', url: null })
  state.webhooks.emit('checkout.session.expired', state.store.put(session))
}

/** The price of what a checkout sells. */
export function amountOf({ store }: StripeState, { price, quantity }: CheckoutSession['sandboxOrder']): number {
  return (store.find('price', price)?.unit_amount ?? 0) * quantity
}
