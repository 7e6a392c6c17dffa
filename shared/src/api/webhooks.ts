import { oc } from '@orpc/contract'
import { z } from 'zod'
import { WEBHOOK_NAME_MAX, WEBHOOK_URL_MAX } from './limits.ts'

/** Outgoing webhooks, as Standard Webhooks specifies them: https://www.standardwebhooks.com. */

/** Endpoints subscribe to these. */
export const WEBHOOK_EVENTS = [
  'slideshow.finished',
  'slideshow.failed',
  'run.finished',
  'run.failed',
  'post.scheduled',
  'post.published',
  'post.failed',
  'post.unconfirmed',
  'post.approved',
  'post.changes_requested',
  'account.reconnect_needed',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** Sent on request to any endpoint. */
export const WEBHOOK_TEST_EVENT = 'webhook.test'
export type WebhookEventType = WebhookEvent | typeof WEBHOOK_TEST_EVENT

/** Why the server switched an endpoint off: it answered 410, or failed for days. */
export const WEBHOOK_OFF_REASONS = ['gone', 'failing'] as const

export const webhookSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isOn: z.boolean(),
  /** Null when the user switched it off, and when it is on. */
  offReason: z.enum(WEBHOOK_OFF_REASONS).nullable(),
  /** Since when every attempt has failed; null when the last one succeeded. */
  failingSince: z.iso.datetime().nullable(),
  /** Until when the previous secret signs too; null when no rotation is in progress. */
  oldSecretUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Webhook = z.infer<typeof webhookSchema>

/** The only response that contains the secret. */
export const webhookWithSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() })

export const WEBHOOK_DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type WebhookDeliveryState = (typeof WEBHOOK_DELIVERY_STATES)[number]

export const webhookDeliverySchema = z.object({
  id: z.uuid(),
  /** The header `webhook-id`, the same in each attempt. */
  eventId: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, WEBHOOK_TEST_EVENT]),
  body: z.string(),
  state: z.enum(WEBHOOK_DELIVERY_STATES),
  attempts: z.number().int(),
  /** The endpoint's HTTP status; null when no response arrived. */
  status: z.number().int().nullable(),
  /** The first kilobyte of the endpoint's response. */
  answer: z.string().nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  attemptedAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

const name = z.string().trim().max(WEBHOOK_NAME_MAX)
const url = z.string().trim().max(WEBHOOK_URL_MAX)
const events = z.array(z.enum(WEBHOOK_EVENTS)).max(WEBHOOK_EVENTS.length)
const byId = z.object({ id: z.uuid() })

/** Refused with WEBHOOK_URL_REFUSED for an address that may not be called, WEBHOOK_NO_EVENTS, and ROWS_MAX beyond WEBHOOKS_MAX. */
export const webhooksContract = {
  /** All of them, the oldest first. */
  list: oc.route({ method: 'GET', path: '/webhooks' }).output(z.array(webhookSchema)),
  create: oc
    .route({ method: 'POST', path: '/webhooks', successStatus: 201 })
    .input(z.object({ name: name.default(''), url, events }))
    .output(webhookWithSecretSchema),
  update: oc
    .route({ method: 'PATCH', path: '/webhooks/{id}' })
    .input(byId.extend({ name: name.optional(), url: url.optional(), events: events.optional(), isOn: z.boolean().optional() }))
    .output(webhookSchema),
  remove: oc.route({ method: 'DELETE', path: '/webhooks/{id}' }).input(byId),
  /** Creates a new secret. Both sign for 24 hours, or until `endOldSecret`. */
  rotateSecret: oc.route({ method: 'POST', path: '/webhooks/{id}/secret' }).input(byId).output(webhookWithSecretSchema),
  endOldSecret: oc.route({ method: 'DELETE', path: '/webhooks/{id}/old-secret' }).input(byId).output(webhookSchema),
  /** Sends a test event, also to an endpoint that is subscribed to nothing. Refused with WEBHOOK_OFF. */
  test: oc.route({ method: 'POST', path: '/webhooks/{id}/test' }).input(byId).output(webhookDeliverySchema),
  /** The newest deliveries of an endpoint. */
  deliveries: oc
    .route({ method: 'GET', path: '/webhooks/{id}/deliveries' })
    .input(byId.extend({ state: z.enum(WEBHOOK_DELIVERY_STATES).optional() }))
    .output(z.array(webhookDeliverySchema)),
  /** Sends the same event again, with the same id. Refused with WEBHOOK_OFF. */
  resend: oc.route({ method: 'POST', path: '/webhook-deliveries/{id}/resend' }).input(byId).output(webhookDeliverySchema),
}
