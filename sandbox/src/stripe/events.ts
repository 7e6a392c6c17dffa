import { keepMethod, pendingDebits, settle } from './checkout.ts'
import { renew, retry } from './cycle.ts'
import { CARDS, type Desk } from './desk.ts'
import { cancel, cancelAtEnd } from './ending.ts'
import { chargesOf, closeDispute, dispute, refund } from './refunds.ts'
import type { Subscription } from './objects.ts'

/** Events of a subscription or its last payment that tests can trigger. */
export const HAPPENINGS: Readonly<Record<string, (desk: Desk, subscription: Subscription) => void>> = {
  renew: (desk, subscription) => renew(desk, subscription, desk.clock.seconds()),
  retry,
  cancel: (desk, subscription) => cancel(desk, subscription, 'cancellation_requested'),
  'cancel-at-end': (desk, subscription) => cancelAtEnd(desk, subscription, true),
  resume: (desk, subscription) => cancelAtEnd(desk, subscription, false),
  'fail-next': (desk, subscription) => changeCard(desk, subscription.customer, CARDS.declining),
  'change-card': (desk, subscription) => changeCard(desk, subscription.customer, CARDS.good),
  'debit-arrives': (desk, subscription) => settleOf(desk, subscription, true),
  'debit-fails': (desk, subscription) => settleOf(desk, subscription, false),
  refund: (desk, { customer }) => {
    const charge = chargesOf(desk, customer).find(({ status, refunded }) => status === 'succeeded' && !refunded)
    if (charge) refund(desk, charge, { amount: charge.amount - charge.amount_refunded, reason: 'requested_by_customer' })
  },
  dispute: (desk, { customer }) => {
    const charge = chargesOf(desk, customer).find(({ status, disputed }) => status === 'succeeded' && !disputed)
    if (charge) dispute(desk, charge)
  },
  'dispute-won': (desk, subscription) => close(desk, subscription, true),
  'dispute-lost': (desk, subscription) => close(desk, subscription, false),
}

function changeCard(desk: Desk, id: string, last4: string): void {
  const customer = desk.books.find('customer', id)
  if (!customer) return
  customer.invoice_settings.default_payment_method = keepMethod(desk, id, { type: 'card', last4 }).id
  desk.webhooks.emit('customer.updated', desk.books.put(customer))
}

function settleOf(desk: Desk, { id }: Subscription, isPaid: boolean): void {
  const session = pendingDebits(desk).find(({ subscription }) => subscription === id)
  if (session) settle(desk, session, isPaid)
}

function close(desk: Desk, { customer }: Subscription, isWon: boolean): void {
  const charges = new Set(chargesOf(desk, customer).map(({ id }) => id))
  const open = desk.books.all('dispute').find(({ charge, status }) => status === 'needs_response' && charges.has(charge))
  if (open) closeDispute(desk, open, isWon)
}

/** Lets it happen to a subscription; false where nothing has this name. */
export function happen(desk: Desk, what: string, subscription: Subscription): boolean {
  const act = Object.hasOwn(HAPPENINGS, what) ? HAPPENINGS[what] : undefined
  act?.(desk, subscription)
  return act !== undefined
}
