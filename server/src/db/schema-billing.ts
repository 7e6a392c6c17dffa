import { bigint, boolean, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt } from './columns.ts'
import { userId, users } from './schema-accounts.ts'

/*
 * What is known of payments. docs/billing.md says how it decides about the plan. Rows come from events, in any order: a row may stand before it
 * is known whose it is, and stays when the account goes, as a record of a payment that names nobody.
 */

const moment = (name: string) => timestamp(name, { withTimezone: true })
/** Null until it is known whose it is, and once the account is deleted. */
const payer = () => text('user_id').references(() => users.id, { onDelete: 'set null' })

/** A customer of the provider. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    id: text('id').primaryKey(),
    userId: payer(),
    /** Of a payment that nobody could be found for, so that the operator can; gone once they did. */
    email: text('email'),
    /** The account was deleted: nobody is looked for any more. */
    forgottenAt: moment('forgotten_at'),
    /** When the newest charge was made that was given back whole or is disputed: what it paid for gives no plan. */
    withdrawnAt: moment('withdrawn_at'),
    withdrawnBy: text('withdrawn_by', { enum: ['refund', 'dispute'] }),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.userId)],
)

/** A subscription as it was last seen. */
export const billingSubscriptions = pgTable(
  'billing_subscriptions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    userId: payer(),
    /** The provider's word; null while only a payment of it is known. */
    status: text('status'),
    /** A payment for it arrived. */
    isPaid: boolean('is_paid').notNull().default(false),
    itemId: text('item_id'),
    priceId: text('price_id'),
    amount: integer('amount'),
    currency: text('currency'),
    periodStart: moment('period_start'),
    periodEnd: moment('period_end'),
    /** When it ends, where it was cancelled. */
    endsAt: moment('ends_at'),
    /** When it was so: of the event, or of the answer, that said it. */
    asOf: moment('as_of'),
    /** Among events of one second: how much each says, then its id. */
    weight: integer('weight').notNull().default(0),
    eventId: text('event_id').notNull().default(''),
    /** Grows with every change: who read an answer meanwhile reads another one. */
    version: bigint('version', { mode: 'number' }).notNull().default(0),
    readAt: moment('read_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.customerId), index().on(t.userId), index().on(t.status, t.periodEnd)],
)

/** Every event that was taken, so that none is taken twice; those of money stay as records. */
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

/** The payment page that a person was last sent to: two clicks lead to the same one, which can be paid once. */
export const billingCheckouts = pgTable('billing_checkouts', {
  userId: userId().primaryKey(),
  /** Counts the pages; the provider makes one of a number. */
  number: integer('number').notNull().default(1),
  priceId: text('price_id').notNull(),
  sessionId: text('session_id'),
  url: text('url'),
  expiresAt: moment('expires_at'),
  updatedAt: updatedAt(),
})

/** What a person was told about their plan, each thing once. */
export const billingNotifications = pgTable(
  'billing_told',
  {
    userId: userId(),
    /** Such as `ending sub_1 2026-12-01`. */
    what: text('what').notNull(),
    toldAt: moment('told_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.what] })],
)

/** Prices of the provider, as they were last read. Nobody's data. */
export const billingPrices = pgTable('billing_prices', {
  id: text('id').primaryKey(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  readAt: moment('read_at').notNull().defaultNow(),
})

/** A price that takes the place of another at a day, announced at least thirty days before. Nobody's data. */
export const billingPriceChanges = pgTable('billing_price_changes', {
  fromPrice: text('from_price').primaryKey(),
  toPrice: text('to_price').notNull(),
  amount: integer('amount').notNull(),
  currency: text('currency').notNull(),
  startsAt: moment('starts_at').notNull(),
  createdAt: createdAt(),
})
