import { base, type StripeState } from './stripe-state.ts'
import { newId, type Charge, type Dispute, type Refund } from './objects.ts'

/** Gives money back. */
export function refund(state: StripeState, charge: Charge, { amount, reason }: { amount: number; reason: string | null }): Refund {
  const { store, webhooks } = state
  const { id, currency, payment_intent } = charge
  const newRefund = store.put<Refund>({
    ...base(state, newId('re')),
    object: 'refund',
    amount,
    currency,
    charge: id,
    payment_intent,
    reason,
    status: 'succeeded',
  })
  const amount_refunded = charge.amount_refunded + amount
  store.put(Object.assign(charge, { amount_refunded, refunded: amount_refunded >= charge.amount }))
  webhooks.emit('refund.created', newRefund)
  webhooks.emit('charge.refunded', charge, { amount_refunded: amount_refunded - amount, refunded: false })
  return newRefund
}

/** The bank reverses a payment on behalf of the customer. */
export function dispute(state: StripeState, charge: Charge): Dispute {
  const { store, webhooks } = state
  const { id, amount, currency, payment_intent } = charge
  store.put(Object.assign(charge, { disputed: true }))
  const newDispute = store.put<Dispute>({
    ...base(state, newId('du')),
    object: 'dispute',
    amount,
    currency,
    charge: id,
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  webhooks.emit('charge.dispute.created', newDispute)
  webhooks.emit('charge.dispute.funds_withdrawn', newDispute)
  return newDispute
}

export function closeDispute({ store, webhooks }: StripeState, closed: Dispute, isWon: boolean): void {
  Object.assign(closed, { status: isWon ? 'won' : 'lost' })
  if (isWon) webhooks.emit('charge.dispute.funds_reinstated', store.put(closed))
  webhooks.emit('charge.dispute.closed', store.put(closed))
}

/** The payments of a customer, newest first. */
export function chargesOf({ store }: StripeState, customer: string): Charge[] {
  return store
    .all('charge')
    .filter((charge) => charge.customer === customer)
    .toReversed()
}
