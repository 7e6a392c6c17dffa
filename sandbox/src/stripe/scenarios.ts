import { keepMethod, pendingDebits, completePayment } from './checkout.ts'
import { renew, retry } from './billing-cycle.ts'
import { CARDS, type StripeState } from './stripe-state.ts'
import { cancel, cancelAtEnd } from './cancellation.ts'
import { chargesOf, closeDispute, dispute, refund } from './refunds.ts'
import type { Subscription } from './objects.ts'

/** Events of a subscription or its last payment that tests can trigger. */
export const SCENARIOS: Readonly<Record<string, (state: StripeState, subscription: Subscription) => void>> = {
  renew: (state, subscription) => renew(state, subscription, state.clock.seconds()),
  retry,
  cancel: (state, subscription) => cancel(state, subscription, 'cancellation_requested'),
  'cancel-at-end': (state, subscription) => cancelAtEnd(state, subscription, true),
  resume: (state, subscription) => cancelAtEnd(state, subscription, false),
  'fail-next': (state, subscription) => changeCard(state, subscription.customer, CARDS.declining),
  'change-card': (state, subscription) => changeCard(state, subscription.customer, CARDS.good),
  'debit-arrives': (state, subscription) => settleOf(state, subscription, true),
  'debit-fails': (state, subscription) => settleOf(state, subscription, false),
  refund: (state, { customer }) => {
    const charge = chargesOf(state, customer).find(({ status, refunded }) => status === 'succeeded' && !refunded)
    if (charge) refund(state, charge, { amount: charge.amount - charge.amount_refunded, reason: 'requested_by_customer' })
  },
  dispute: (state, { customer }) => {
    const charge = chargesOf(state, customer).find(({ status, disputed }) => status === 'succeeded' && !disputed)
    if (charge) dispute(state, charge)
  },
  'dispute-won': (state, subscription) => close(state, subscription, true),
  'dispute-lost': (state, subscription) => close(state, subscription, false),
}

function changeCard(state: StripeState, id: string, last4: string): void {
  const customer = state.store.find('customer', id)
  if (!customer) return
  customer.invoice_settings.default_payment_method = keepMethod(state, id, { type: 'card', last4 }).id
  state.webhooks.emit('customer.updated', state.store.put(customer))
}

function settleOf(state: StripeState, { id }: Subscription, isPaid: boolean): void {
  const session = pendingDebits(state).find(({ subscription }) => subscription === id)
  if (session) completePayment(state, session, isPaid)
}

function close(state: StripeState, { customer }: Subscription, isWon: boolean): void {
  const charges = new Set(chargesOf(state, customer).map(({ id }) => id))
  const open = state.store.all('dispute').find(({ charge, status }) => status === 'needs_response' && charges.has(charge))
  if (open) closeDispute(state, open, isWon)
}

/** Lets it happen to a subscription; false where nothing has this name. */
export function triggerScenario(state: StripeState, what: string, subscription: Subscription): boolean {
  const act = Object.hasOwn(SCENARIOS, what) ? SCENARIOS[what] : undefined
  act?.(state, subscription)
  return act !== undefined
}
