import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { WEBHOOK_DELIVERY_STATES, WEBHOOK_OFF_REASONS, type WebhookEvent, type WebhookEventType } from '@ninesixteen/shared/api/webhooks'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'

/* Outgoing webhooks: users' endpoints, and the outbox of events for them. */

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    userId: userId(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEvent[]>().notNull(),
    isOn: boolean('is_on').notNull().default(true),
    /** Set when the server switched it off. */
    offReason: text('off_reason', { enum: WEBHOOK_OFF_REASONS }),
    /** Encrypted, as is oldSecret. */
    secret: text('secret').notNull(),
    /** The previous secret, which signs too until `oldSecretUntil`. */
    oldSecret: text('old_secret'),
    oldSecretUntil: moment('old_secret_until'),
    /** Since when every attempt has failed. */
    failingSince: moment('failing_since'),
    /** Until when it counts as slow; null before its first response. */
    slowUntil: moment('slow_until'),
    /** Lease: until then one process alone sends to the endpoint. */
    busyUntil: moment('busy_until'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index().on(t.userId)],
)

/** An event for one endpoint, written in the transaction of the fact that it reports. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    userId: userId(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** The header `webhook-id`, the same for all endpoints and attempts. */
    eventId: text('event_id').notNull(),
    type: text('type').$type<WebhookEventType>().notNull(),
    /** The exact text that is signed. */
    body: text('body').notNull(),
    state: text('state', { enum: WEBHOOK_DELIVERY_STATES }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** When it is sent next; null when nothing more is sent. */
    nextAt: moment('next_at').default(sql`now()`),
    /** HTTP status and first kilobyte of the last response, or why there is none. */
    status: integer('status'),
    answer: text('answer'),
    error: text('error'),
    attemptedAt: moment('attempted_at'),
    createdAt: moment('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (t) => [
    index().on(t.userId),
    index().on(t.endpointId, t.createdAt),
    index().on(t.createdAt),
    index('webhook_deliveries_due')
      .on(t.nextAt)
      .where(sql`next_at is not null`),
  ],
)
