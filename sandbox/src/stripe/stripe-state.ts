import type { StripeObjects } from './stripe-data.ts'
import { DAY, type TestClock } from './test-clock.ts'
import type { Base, PaymentMethod, Subscription, SubscriptionItem } from './objects.ts'
import type { Webhooks } from './webhooks.ts'

export interface StripeSettings {
  /** Status of a subscription while its first bank debit is pending: the real provider uses both. */
  debitStatus: 'incomplete' | 'active'
  /** Status of a subscription after the last payment retry failed. */
  afterLastTry: 'canceled' | 'unpaid'
}

export const DEFAULT_SETTINGS: StripeSettings = { debitStatus: 'incomplete', afterLastTry: 'canceled' }

/** Shared state of everything that happens to customers. */
export interface StripeState {
  store: StripeObjects
  clock: TestClock
  webhooks: Webhooks
  settings: StripeSettings
}

/** Fields that every object begins with. */
export function base({ clock }: StripeState, id: string): Base {
  return { id, created: clock.seconds(), livemode: false, metadata: {} }
}

/** A card that pays, and one that is accepted and then declined on every charge. */
export const CARDS = { good: '4242', declining: '0341' } as const

/** Whether a charge of it is declined. */
export function isDeclining(method: PaymentMethod | undefined): boolean {
  return method?.card?.last4 === CARDS.declining
}

/** A customer's payment method. */
export function methodOf({ store }: StripeState, { customer, default_payment_method }: Subscription): PaymentMethod | undefined {
  const chosen = store.find('customer', customer)?.invoice_settings.default_payment_method
  return store.find('payment_method', chosen ?? default_payment_method ?? '')
}

export function itemOf(subscription: Subscription): SubscriptionItem {
  const [item] = subscription.items.data
  if (!item) throw new Error(`The subscription ${subscription.id} has no item`)
  return item
}

/** The end of a period that begins then: the same day of the next month, or its last one. */
export function periodEnd(start: number, { interval, interval_count: count }: SubscriptionItem['price']['recurring']): number {
  if (interval === 'day' || interval === 'week') return start + count * (interval === 'day' ? 1 : 7) * DAY
  const at = new Date(start * 1000)
  const months = interval === 'year' ? 12 * count : count
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return at.getTime() / 1000
}

/** Changes a subscription, and tells what it was before. */
export function change(state: StripeState, subscription: Subscription, values: Partial<Subscription>): Subscription {
  const previous = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const was = subscription[name as keyof Subscription]
      return JSON.stringify(was) === JSON.stringify(value) ? [] : [[name, structuredClone(was)]]
    }),
  )
  Object.assign(subscription, values)
  state.store.put(subscription)
  if (Object.keys(previous).length > 0) state.webhooks.emit('customer.subscription.updated', subscription, previous)
  return subscription
}
