import { createHmac } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { OauthClients } from '../../oauth-clients.ts'
import { openIdOf, type Person } from '../people.ts'

export interface WebhookSettings {
  /** Where events are sent; null sends none. */
  webhookUrl: string | null
  /** How often each event is sent: the platform promises at least once. */
  webhookTimes: number
}

export interface WebhookEvent {
  event:
    | `post.publish.${'complete' | 'failed' | 'inbox_delivered' | 'publicly_available' | 'no_longer_publicaly_available'}`
    | 'authorization.removed'
  clientKey: string
  person: Person
  /** Text of JSON, which the event carries as a text again. */
  content: string
}

const TIME_MS = 5000

/** The value of the header: the time, and a signature over time and body with the secret of the application. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},s=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Sends events to the application, and does not wait for it. A receiver that is gone misses them. */
export function createWebhooks({ clock, clients, settings }: { clock: Clock; clients: OauthClients; settings: WebhookSettings }) {
  return {
    send({ event, clientKey, person, content }: WebhookEvent): void {
      const { webhookUrl, webhookTimes } = settings
      const client = clients.find(clientKey)
      if (!webhookUrl || !client) return
      const seconds = clock.seconds()
      const body = JSON.stringify({ client_key: clientKey, event, create_time: seconds, user_openid: openIdOf(person, clientKey), content })
      const headers = { 'content-type': 'application/json', 'tiktok-signature': signatureOf(client.secret, seconds, body) }
      for (let time = 0; time < webhookTimes; time += 1) {
        void fetch(webhookUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIME_MS) }).catch(() => undefined)
      }
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
