import { change, itemOf, type StripeState } from './stripe-state.ts'
import type { Subscription } from './objects.ts'

/** The subscription is over. */
export function cancel(state: StripeState, subscription: Subscription, reason: 'cancellation_requested' | 'payment_failed'): void {
  const { store, clock, webhooks } = state
  const now = clock.seconds()
  const canceled_at = subscription.canceled_at ?? now
  const details = { ...subscription.cancellation_details, reason }
  Object.assign(subscription, {
    status: 'canceled',
    canceled_at,
    ended_at: now,
    cancellation_details: details,
  } satisfies Partial<Subscription>)
  webhooks.emit('customer.subscription.deleted', store.put(subscription))
}

/** Cancels at the end of the paid period, or resumes. */
export function cancelAtEnd(state: StripeState, subscription: Subscription, isEnding: boolean): void {
  const end = itemOf(subscription).current_period_end
  const details = { ...subscription.cancellation_details, reason: isEnding ? ('cancellation_requested' as const) : null }
  change(state, subscription, {
    cancel_at_period_end: isEnding,
    cancel_at: isEnding ? end : null,
    canceled_at: isEnding ? state.clock.seconds() : null,
    cancellation_details: details,
  })
}
