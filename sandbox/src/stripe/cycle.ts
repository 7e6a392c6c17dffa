import { expire, pendingDebits, settle } from './checkout.ts'
import { change, itemOf, periodEnd, type Desk } from './desk.ts'
import { DAY } from './desk-clock.ts'
import { cancel } from './ending.ts'
import { collect, invoiceOf, makeInvoice } from './invoices.ts'
import type { Subscription } from './objects.ts'

/** How long a bank debit is on its way, and after which time a first payment that never came ends a subscription, in seconds. */
const DEBIT_SECONDS = 4 * DAY
/** Steps that one look at the clock does at most: ten years of months, and every try of them. */
const STEPS_MAX = 1_000

/** The card is charged for what is open; what follows from that. */
export function retry(desk: Desk, subscription: Subscription): void {
  const invoice = invoiceOf(desk, subscription)
  if (invoice?.status !== 'open') return
  const outcome = collect(desk, subscription, invoice)
  if (outcome === 'paid') change(desk, subscription, { status: 'active' })
  else if (outcome === 'failed') change(desk, subscription, { status: 'past_due' })
  else if (desk.settings.afterLastTry === 'unpaid') change(desk, subscription, { status: 'unpaid' })
  else cancel(desk, subscription, 'payment_failed')
}

/** A period is over: the next one begins and is charged for, or nothing more comes. */
export function renew(desk: Desk, subscription: Subscription, start: number): void {
  if (subscription.cancel_at_period_end) return cancel(desk, subscription, 'cancellation_requested')
  const item = itemOf(subscription)
  const next = { ...item, current_period_start: start, current_period_end: periodEnd(start, item.price.recurring) }
  change(desk, subscription, { items: { ...subscription.items, data: [next] } })
  makeInvoice(desk, subscription, 'subscription_cycle')
  retry(desk, subscription)
}

/** When something happens to a subscription by itself next, and what; null where nothing does. */
function due(desk: Desk, subscription: Subscription): { at: number; act: () => void } | null {
  if (!['active', 'past_due', 'trialing'].includes(subscription.status)) return null
  const end = itemOf(subscription).current_period_end
  const tryAt = invoiceOf(desk, subscription)?.next_payment_attempt
  if (tryAt && tryAt < end) return { at: tryAt, act: () => retry(desk, subscription) }
  return { at: end, act: () => renew(desk, subscription, end) }
}

/** Does everything that the clock has made due, in the order of time, each as if it had been done when it was due. */
export function catchUp(desk: Desk): void {
  const { books, clock } = desk
  const now = clock.seconds()
  for (const session of pendingDebits(desk)) {
    const arrives = session.created + DEBIT_SECONDS
    if (arrives <= now) clock.at(arrives, () => settle(desk, session, true))
  }
  for (const session of books.all('checkout.session')) {
    if (session.status === 'open' && session.expires_at <= now) clock.at(session.expires_at, () => expire(desk, session))
  }
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const waiting = books.all('subscription').flatMap((subscription) => due(desk, subscription) ?? [])
    const next = waiting.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)[0]
    if (!next) return
    clock.at(next.at, next.act)
  }
}
