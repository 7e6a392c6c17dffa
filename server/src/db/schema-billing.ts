import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from './columns.ts'
import { userId, users } from './schema-accounts.ts'

/*
 * Payment records. docs/billing.md explains how they decide the plan. Events write the rows in any order: a row may exist before its user
 * is known, and outlives the account as an anonymous record of a payment.
 */

const moment = (name: string) => timestamp(name, { withTimezone: true })
/** Null until the user is known, and after the account is deleted. */
const payer = () => text('user_id').references(() => users.id, { onDelete: 'set null' })

/** A customer of the provider. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    id: text('id').primaryKey(),
    userId: payer(),
    /** Address of a payment that matches no user, for the operator to assign; cleared once assigned. */
    email: text('email'),
    /** When the account was deleted; the customer is never matched again. */
    forgottenAt: moment('forgotten_at'),
    /** Time of the latest charge that was fully refunded or disputed: it pays for no plan. */
    withdrawnAt: moment('withdrawn_at'),
    withdrawnBy: text('withdrawn_by', { enum: ['refund', 'dispute'] }),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId)],
)

/** Last known state of a subscription. */
export const billingSubscriptions = pgTable(
  'billing_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    userId: payer(),
    /** The provider's status; null while only a payment is known. */
    status: text('status'),
    /** A payment for it arrived. */
    isPaid: boolean('is_paid').notNull().default(false),
    itemId: text('item_id'),
    priceId: text('price_id'),
    amount: integer('amount'),
    currency: text('currency'),
    periodStart: moment('period_start'),
    periodEnd: moment('period_end'),
    /** End date of a cancelled subscription. */
    endsAt: moment('ends_at'),
    /** Time of the event or response with this state. */
    asOf: moment('as_of'),
    /** Tie-breaker among events of one second: their rank, then their id. */
    rank: integer('weight').notNull().default(0),
    eventId: text('event_id').notNull().default(''),
    /** Increments with each change, so that a reader of an outdated response reads again. */
    version: bigint('version', { mode: 'number' }).notNull().default(0),
    readAt: moment('read_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.customerId), index().on(t.userId), index().on(t.status, t.periodEnd)],
)

/** Every processed event, so that none is processed twice; those about money stay as records. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: text('id').primaryKey(),
    userId: payer(),
    type: text('type').notNull(),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    amount: integer('amount'),
    currency: text('currency'),
    /** By the provider's clock. */
    happenedAt: moment('happened_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId), index().on(t.customerId), index().on(t.createdAt)],
)

/** The checkout page a user was last sent to: two clicks lead to the same page, which can be paid once. */
export const billingCheckouts = pgTable('billing_checkouts', {
  userId: userId().primaryKey(),
  /** Number of the page; the provider creates one page per number. */
  number: integer('number').notNull().default(1),
  priceId: text('price_id').notNull(),
  sessionId: text('session_id'),
  url: text('url'),
  expiresAt: moment('expires_at'),
  updatedAt: updatedAt(),
})

/** Plan notifications a user has received, each once. */
export const billingNotifications = pgTable(
  'billing_told',
  {
    userId: userId(),
    /** For example `ending sub_1 2026-12-01`. */
    what: text('what').notNull(),
    toldAt: moment('told_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.what] })],
)

/** The provider's prices as last fetched. No user data. */
export const billingPrices = pgTable('billing_prices', {
  id: text('id').primaryKey(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  readAt: moment('read_at').notNull().defaultNow(),
})

/** A price that replaces another on a date, announced at least thirty days ahead. No user data. */
export const billingPriceChanges = pgTable('billing_price_changes', {
  fromPrice: text('from_price').primaryKey(),
  toPrice: text('to_price').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  startsAt: moment('starts_at').notNull(),
  createdAt: createdAt(),
})
