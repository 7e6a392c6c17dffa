import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { WEBHOOKS_MAX } from '@ninesixteen/shared/api/limits'
import { WEBHOOK_TEST_EVENT, type Webhook, type WebhookDelivery, type WebhookDeliveryState } from '@ninesixteen/shared/api/webhooks'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from '../db/db.ts'
import { requireFewerRows, type RowLimit } from '../db/row-limits.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema-webhooks.ts'
import type { SecretBox, SecretOwner } from '../secrets/sealed.ts'
import { announceWebhooks, deliveryRows } from './outbox.ts'
import { createWebhookSecret } from './sign.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect
type DeliveryRow = typeof webhookDeliveries.$inferSelect

const ENDPOINTS_MAX: RowLimit = { table: webhookEndpoints, limit: WEBHOOKS_MAX, plural: 'webhooks' }
/** Newest deliveries in a list. */
const DELIVERIES_SHOWN = 50
const SWITCHED_OFF = 'The webhook was switched off.'

/** The same for the current and the previous secret. */
export function secretOwner({ userId, id }: Pick<EndpointRow, 'userId' | 'id'>): SecretOwner {
  return { userId, purpose: `webhooks.${id}` }
}

const isMine = (userId: string, id: string) => and(eq(webhookEndpoints.userId, userId), eq(webhookEndpoints.id, id))

export async function listEndpoints(tx: Tx, userId: string): Promise<Webhook[]> {
  const rows = await tx
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(presentEndpoint)
}

type Content = Pick<EndpointRow, 'name' | 'url' | 'events'>

export async function addEndpoint(tx: Tx, userId: string, { sealer, ...content }: Content & { sealer: SecretBox }) {
  requireEvents(content.events)
  await requireFewerRows(tx, userId, ENDPOINTS_MAX)
  const secret = createWebhookSecret()
  const id = randomUUID()
  const row = { ...content, id, userId, secret: sealer.seal(secret, secretOwner({ userId, id })) }
  return { webhook: presentEndpoint(required(await tx.insert(webhookEndpoints).values(row).returning())), secret }
}

/** An endpoint that is switched on starts afresh; one that is switched off drops what waits for it. */
export async function updateEndpoint(
  tx: Tx,
  userId: string,
  { id, isOn, ...content }: Partial<Content> & { id: string; isOn?: boolean | undefined },
): Promise<Webhook> {
  if (content.events) requireEvents(content.events)
  const state = isOn === undefined ? {} : { isOn, offReason: null, failingSince: null }
  // A new address has not answered yet.
  const pace = content.url === undefined ? {} : { slowUntil: null }
  const set = { ...content, ...state, ...pace, updatedAt: sql`now()` }
  const row = required(await tx.update(webhookEndpoints).set(set).where(isMine(userId, id)).returning())
  if (isOn === false) await dropWaiting(tx, id)
  return presentEndpoint(row)
}

export async function dropWaiting(tx: Tx, endpointId: string): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'failed', nextAt: null, error: SWITCHED_OFF })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), isNotNull(webhookDeliveries.nextAt)))
}

export async function removeEndpoint(tx: Tx, userId: string, id: string): Promise<void> {
  required(await tx.delete(webhookEndpoints).where(isMine(userId, id)).returning())
}

export async function rotateSecret(tx: Tx, userId: string, { id, sealer }: { id: string; sealer: SecretBox }) {
  const secret = createWebhookSecret()
  const set = {
    secret: sealer.seal(secret, secretOwner({ userId, id })),
    oldSecret: sql<string>`${webhookEndpoints.secret}`,
    oldSecretUntil: sql<Date>`now() + interval '24 hours'`,
    updatedAt: sql`now()`,
  }
  return { webhook: presentEndpoint(required(await tx.update(webhookEndpoints).set(set).where(isMine(userId, id)).returning())), secret }
}

export async function endOldSecret(tx: Tx, userId: string, id: string): Promise<Webhook> {
  const set = { oldSecret: null, oldSecretUntil: null, updatedAt: sql`now()` }
  return presentEndpoint(required(await tx.update(webhookEndpoints).set(set).where(isMine(userId, id)).returning()))
}

export async function listDeliveries(
  tx: Tx,
  userId: string,
  { id, state }: { id: string; state?: WebhookDeliveryState | undefined },
): Promise<WebhookDelivery[]> {
  required(await tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isMine(userId, id)))
  const { endpointId, createdAt } = webhookDeliveries
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(endpointId, id), eq(webhookDeliveries.userId, userId), state && eq(webhookDeliveries.state, state)))
    .orderBy(desc(createdAt), desc(webhookDeliveries.id))
    .limit(DELIVERIES_SHOWN)
  return rows.map(presentDelivery)
}

export async function sendTest(tx: Tx, userId: string, id: string): Promise<WebhookDelivery> {
  const endpoint = required(await tx.select().from(webhookEndpoints).where(isMine(userId, id)))
  requireOn(endpoint)
  const event = { type: WEBHOOK_TEST_EVENT, data: { webhookId: id, name: endpoint.name } } as const
  const row = required(
    await tx
      .insert(webhookDeliveries)
      .values(deliveryRows(userId, event, [id]))
      .returning(),
  )
  await announceWebhooks(tx)
  return presentDelivery(row)
}

/** The event starts over with all its attempts. */
export async function resend(tx: Tx, userId: string, id: string): Promise<WebhookDelivery> {
  const isDelivery = and(eq(webhookDeliveries.userId, userId), eq(webhookDeliveries.id, id))
  const { endpointId } = required(await tx.select({ endpointId: webhookDeliveries.endpointId }).from(webhookDeliveries).where(isDelivery))
  requireOn(required(await tx.select().from(webhookEndpoints).where(isMine(userId, endpointId))))
  const set = { state: 'waiting' as const, attempts: 0, nextAt: sql`now()` }
  const row = required(await tx.update(webhookDeliveries).set(set).where(isDelivery).returning())
  await announceWebhooks(tx)
  return presentDelivery(row)
}

function requireEvents(events: readonly string[]): void {
  if (events.length === 0) throw new AppError('WEBHOOK_NO_EVENTS')
}

function requireOn({ isOn }: EndpointRow): void {
  if (!isOn) throw new AppError('WEBHOOK_OFF')
}

function required<T>([row]: T[]): T {
  if (row === undefined) throw new AppError('NOT_FOUND')
  return row
}

const iso = (time: Date | null): string | null => time && time.toISOString()

function presentEndpoint({ id, name, url, events, isOn, offReason, failingSince, oldSecretUntil, createdAt }: EndpointRow): Webhook {
  const isRotating = oldSecretUntil !== null && oldSecretUntil.getTime() > Date.now()
  return {
    id,
    name,
    url,
    events,
    isOn,
    offReason,
    failingSince: iso(failingSince),
    oldSecretUntil: isRotating ? iso(oldSecretUntil) : null,
    createdAt: createdAt.toISOString(),
  }
}

function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { id, eventId, type, body, state, attempts, status, answer, error, createdAt, attemptedAt, nextAt } = row
  const times = { createdAt: createdAt.toISOString(), attemptedAt: iso(attemptedAt), nextAt: iso(nextAt) }
  return { id, eventId, type, body, state, attempts, status, answer, error, ...times }
}
