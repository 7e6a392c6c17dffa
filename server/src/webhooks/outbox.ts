import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { WebhookEvent, WebhookEventType } from '@ninesixteen/shared/api/webhooks'
import { databaseNow } from '../database-clock.ts'
import type { Tx } from '../db/db.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema-webhooks.ts'

/** Rows of one statement: an import schedules hundreds of posts. */
const ROWS_TOGETHER = 200

/** A row of `webhook_deliveries` for an event; every endpoint gets the same id and body. */
export function deliveryRows(userId: string, event: { type: WebhookEventType; data: object }, endpointIds: readonly string[]) {
  const { type, data } = event
  const eventId = `msg_${randomUUID().replaceAll('-', '')}`
  const body = JSON.stringify({ type, timestamp: new Date(databaseNow()).toISOString(), data })
  return endpointIds.map((endpointId) => ({ userId, endpointId, eventId, type, body }))
}

/**
 * Records events for the user's endpoints that subscribe to them; they are delivered when the transaction commits. `read` returns the data of
 * each event, and runs only if there is such an endpoint.
 */
export async function addWebhookEvents(
  tx: Tx,
  { userId, type }: { userId: string; type: WebhookEvent },
  readData: () => object[] | Promise<object[]>,
): Promise<void> {
  const isSubscribed = sql`${type} = any(${webhookEndpoints.events})`
  const endpoints = await tx
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.userId, userId), webhookEndpoints.isOn, isSubscribed))
  if (endpoints.length === 0) return
  const ids = endpoints.map(({ id }) => id)
  const rows = (await readData()).flatMap((data) => deliveryRows(userId, { type, data }, ids))
  for (let at = 0; at < rows.length; at += ROWS_TOGETHER) await tx.insert(webhookDeliveries).values(rows.slice(at, at + ROWS_TOGETHER))
  await announceWebhooks(tx)
}

/** Wakes the processes that deliver, when the transaction commits. */
export async function announceWebhooks(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify('webhooks_due', '')`)
}
