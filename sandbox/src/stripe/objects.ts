import { randomBytes } from 'node:crypto'

/** The version of these shapes: items have the periods, an invoice names its subscription in its parent. */
export const API_VERSION = '2026-10-28.endive'
/** The price and product of the real account. */
export const PRICE_ID = 'price_pro_month'
export const PRODUCT_ID = 'prod_ninesixteen_pro'

export type Metadata = Record<string, string>

export interface Base {
  id: string
  created: number
  livemode: false
  metadata: Metadata
}

export interface Product extends Base {
  object: 'product'
  name: string
  description: string | null
  active: boolean
  default_price: string | null
}

export interface Price extends Base {
  object: 'price'
  active: boolean
  currency: string
  unit_amount: number
  product: string
  lookup_key: string | null
  nickname: string | null
  type: 'recurring'
  recurring: { interval: 'day' | 'week' | 'month' | 'year'; interval_count: number; usage_type: 'licensed' }
}

export interface Customer extends Base {
  object: 'customer'
  email: string | null
  name: string | null
  description: string | null
  currency: 'usd' | null
  balance: number
  delinquent: boolean
  invoice_settings: { default_payment_method: string | null }
  deleted?: true
}

export interface PaymentMethod extends Base {
  object: 'payment_method'
  type: 'card' | 'us_bank_account'
  customer: string
  card?: { brand: 'visa'; last4: string; exp_month: number; exp_year: number }
  us_bank_account?: { bank_name: string; last4: string }
}

export interface CheckoutSession extends Base {
  object: 'checkout.session'
  mode: 'subscription'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  client_reference_id: string | null
  customer: string | null
  customer_email: string | null
  customer_details: { email: string | null; name: string | null } | null
  subscription: string | null
  invoice: string | null
  payment_link: string | null
  ui_mode: 'hosted_page'
  url: string | null
  success_url: string | null
  cancel_url: string | null
  expires_at: number
  amount_subtotal: number
  amount_total: number
  currency: string
  locale: string | null
  payment_method_types: string[]
  /** The requested item, which the API doesn't show. */
  sandboxOrder: { price: string; quantity: number; metadata: Metadata }
}

export type SubscriptionStatus = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused'

export interface SubscriptionItem {
  id: string
  object: 'subscription_item'
  created: number
  current_period_start: number
  current_period_end: number
  metadata: Metadata
  price: Price
  quantity: number
  subscription: string
}

export interface Subscription extends Base {
  object: 'subscription'
  customer: string
  status: SubscriptionStatus
  cancel_at_period_end: boolean
  cancel_at: number | null
  canceled_at: number | null
  ended_at: number | null
  cancellation_details: { reason: 'cancellation_requested' | 'payment_failed' | null; comment: string | null; feedback: string | null }
  billing_cycle_anchor: number
  collection_method: 'charge_automatically'
  currency: string
  default_payment_method: string | null
  items: { object: 'list'; data: SubscriptionItem[]; has_more: false; url: string }
  latest_invoice: string | null
  start_date: number
  trial_end: null
  pause_collection: null
}

export interface Invoice extends Base {
  object: 'invoice'
  number: string
  customer: string
  customer_email: string | null
  status: 'open' | 'paid' | 'void' | 'uncollectible'
  billing_reason: 'subscription_create' | 'subscription_cycle'
  currency: string
  amount_due: number
  amount_paid: number
  amount_remaining: number
  total: number
  attempted: boolean
  attempt_count: number
  next_payment_attempt: number | null
  period_start: number
  period_end: number
  parent: { type: 'subscription_details'; quote_details: null; subscription_details: { subscription: string; metadata: Metadata } }
  lines: { object: 'list'; data: unknown[]; has_more: false; url: string }
  payments: { object: 'list'; data: unknown[]; has_more: false; url: string }
  hosted_invoice_url: string | null
  status_transitions: { finalized_at: number; paid_at: number | null; voided_at: number | null }
}

export interface PaymentIntent extends Base {
  object: 'payment_intent'
  amount: number
  currency: string
  customer: string | null
  latest_charge: string | null
  payment_method: string | null
  status: 'processing' | 'requires_payment_method' | 'succeeded' | 'canceled'
}

export interface Charge extends Base {
  object: 'charge'
  amount: number
  amount_refunded: number
  currency: string
  customer: string | null
  payment_intent: string
  payment_method: string | null
  billing_details: { email: string | null; name: string | null }
  paid: boolean
  refunded: boolean
  disputed: boolean
  status: 'pending' | 'succeeded' | 'failed'
  failure_code: string | null
}

export interface Refund extends Base {
  object: 'refund'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: string | null
  status: 'succeeded'
}

export interface Dispute extends Base {
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  reason: 'fraudulent'
  status: 'needs_response' | 'won' | 'lost'
}

export interface PortalSession extends Base {
  object: 'billing_portal.session'
  customer: string
  return_url: string | null
  url: string
  configuration: string
}

export interface StripeEvent extends Omit<Base, 'metadata'> {
  object: 'event'
  api_version: string
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
  data: { object: unknown; previous_attributes?: Record<string, unknown> }
}

/** Everything that has an id, by the name of its kind. */
export interface Kinds {
  product: Product
  price: Price
  customer: Customer
  payment_method: PaymentMethod
  'checkout.session': CheckoutSession
  subscription: Subscription
  invoice: Invoice
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  'billing_portal.session': PortalSession
  event: StripeEvent
}
export type KindName = keyof Kinds

/** As long as the provider's own, of letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(18)
    .toString('base64url')
    .replace(/[^A-Za-z0-9]/g, 'x')}`
}

/** An object as the API shows it now. */
export function shown<T extends object>(object: T): T {
  return JSON.parse(JSON.stringify(object, (name, value: unknown) => (name === 'sandboxOrder' ? undefined : value))) as T
}
