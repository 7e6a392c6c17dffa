import { expire, pendingDebits, completePayment } from './checkout.ts'
import { change, itemOf, periodEnd, type StripeState } from './stripe-state.ts'
import { DAY } from './test-clock.ts'
import { cancel } from './cancellation.ts'
import { collect, invoiceOf, makeInvoice } from './invoices.ts'
import type { Subscription } from './objects.ts'

/** How long a bank debit is on its way, and after which time a first payment that never came ends a subscription, in seconds. */
const DEBIT_SECONDS = 4 * DAY
/** Steps that one look at the clock does at most: ten years of months, and every try of them. */
const STEPS_MAX = 1_000

/** The card is charged for what is open; what follows from that. */
export function retry(state: StripeState, subscription: Subscription): void {
  const invoice = invoiceOf(state, subscription)
  if (invoice?.status !== 'open') return
  const outcome = collect(state, subscription, invoice)
  if (outcome === 'paid') change(state, subscription, { status: 'active' })
  else if (outcome === 'failed') change(state, subscription, { status: 'past_due' })
  else if (state.settings.afterLastTry === 'unpaid') change(state, subscription, { status: 'unpaid' })
  else cancel(state, subscription, 'payment_failed')
}

/** A period is over: the next one begins and is charged for, or nothing more comes. */
export function renew(state: StripeState, subscription: Subscription, start: number): void {
  if (subscription.cancel_at_period_end) return cancel(state, subscription, 'cancellation_requested')
  const item = itemOf(subscription)
  const next = { ...item, current_period_start: start, current_period_end: periodEnd(start, item.price.recurring) }
  change(state, subscription, { items: { ...subscription.items, data: [next] } })
  makeInvoice(state, subscription, 'subscription_cycle')
  retry(state, subscription)
}

/** When something happens to a subscription by itself next, and what; null where nothing does. */
function nextAction(state: StripeState, subscription: Subscription): { at: number; act: () => void } | null {
  if (!['active', 'past_due', 'trialing'].includes(subscription.status)) return null
  const end = itemOf(subscription).current_period_end
  const tryAt = invoiceOf(state, subscription)?.next_payment_attempt
  if (tryAt && tryAt < end) return { at: tryAt, act: () => retry(state, subscription) }
  return { at: end, act: () => renew(state, subscription, end) }
}

/** Runs everything that is due in order of time, each at its own time. */
export function catchUp(state: StripeState): void {
  const { store, clock } = state
  const now = clock.seconds()
  for (const session of pendingDebits(state)) {
    const arrives = session.created + DEBIT_SECONDS
    if (arrives <= now) clock.at(arrives, () => completePayment(state, session, true))
  }
  for (const session of store.all('checkout.session')) {
    if (session.status === 'open' && session.expires_at <= now) clock.at(session.expires_at, () => expire(state, session))
  }
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const waiting = store.all('subscription').flatMap((subscription) => nextAction(state, subscription) ?? [])
    const next = waiting.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)[0]
    if (!next) return
    clock.at(next.at, next.act)
  }
}
