import { base, type Desk } from './desk.ts'
import { newId, type Charge, type Dispute, type Refund } from './objects.ts'

/** Gives money back. */
export function refund(desk: Desk, charge: Charge, { amount, reason }: { amount: number; reason: string | null }): Refund {
  const { books, webhooks } = desk
  const { id, currency, payment_intent } = charge
  const made = books.put<Refund>({
    ...base(desk, newId('re')),
    object: 'refund',
    amount,
    currency,
    charge: id,
    payment_intent,
    reason,
    status: 'succeeded',
  })
  const amount_refunded = charge.amount_refunded + amount
  books.put(Object.assign(charge, { amount_refunded, refunded: amount_refunded >= charge.amount }))
  webhooks.emit('refund.created', made)
  webhooks.emit('charge.refunded', charge, { amount_refunded: amount_refunded - amount, refunded: false })
  return made
}

/** The bank reverses a payment on behalf of the customer. */
export function dispute(desk: Desk, charge: Charge): Dispute {
  const { books, webhooks } = desk
  const { id, amount, currency, payment_intent } = charge
  books.put(Object.assign(charge, { disputed: true }))
  const made = books.put<Dispute>({
    ...base(desk, newId('du')),
    object: 'dispute',
    amount,
    currency,
    charge: id,
    payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  webhooks.emit('charge.dispute.created', made)
  webhooks.emit('charge.dispute.funds_withdrawn', made)
  return made
}

export function closeDispute({ books, webhooks }: Desk, made: Dispute, isWon: boolean): void {
  Object.assign(made, { status: isWon ? 'won' : 'lost' })
  if (isWon) webhooks.emit('charge.dispute.funds_reinstated', books.put(made))
  webhooks.emit('charge.dispute.closed', books.put(made))
}

/** The payments of a customer, newest first. */
export function chargesOf({ books }: Desk, customer: string): Charge[] {
  return books
    .all('charge')
    .filter((charge) => charge.customer === customer)
    .toReversed()
}
