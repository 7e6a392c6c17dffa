import { createHmac } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import type { OauthClients } from '../../kit/oauth-clients.ts'
import type { Chaos } from '../../kit/chaos.ts'
import { openIdOf, type SampleUser } from '../users.ts'

export interface WebhookSettings {
  /** Where events are sent; null sends none. */
  webhookUrl: string | null
  /** How often each event is sent: the platform promises at least once. */
  webhookTimes: number
  /** Milliseconds until a rejected event is sent again; doubles with each retry. */
  webhookRetryMs: number
}

export interface WebhookEvent {
  event:
    | `post.publish.${'complete' | 'failed' | 'inbox_delivered' | 'publicly_available' | 'no_longer_publicaly_available'}`
    | 'authorization.removed'
  clientKey: string
  user: SampleUser
  /** Text of JSON, which the event carries as a text again. */
  content: string
}

const TIME_MS = 5000
/** The platform retries for 72 hours; a minute is enough here. */
const SENDINGS_MAX = 7

interface WebhooksParts {
  clock: Clock
  clients: OauthClients
  settings: WebhookSettings
  chaos: Chaos
}

/** The value of the header: the time, and a signature over time and body with the secret of the application. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `t=${seconds},s=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Sends events to the application until it accepts them, without waiting. */
export function createWebhooks({ clock, clients, settings, chaos }: WebhooksParts) {
  const waiting = new Set<NodeJS.Timeout>()
  const later = (ms: number, act: () => void) => {
    const timer = setTimeout(() => {
      waiting.delete(timer)
      act()
    }, ms).unref()
    waiting.add(timer)
  }
  const deliver = async (url: string, { body, secret }: { body: string; secret: string }, sending = 1): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'tiktok-signature': signatureOf(secret, clock.seconds(), body) }
    const isAccepted = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIME_MS) })
      .then(async (reply) => {
        await reply.body?.cancel()
        return reply.ok
      })
      .catch(() => false)
    if (isAccepted || sending >= SENDINGS_MAX) return
    later(settings.webhookRetryMs * 2 ** (sending - 1), () => void deliver(url, { body, secret }, sending + 1))
  }
  return {
    send({ event, clientKey, user, content }: WebhookEvent): void {
      const { webhookUrl, webhookTimes } = settings
      const client = clients.find(clientKey)
      if (!webhookUrl || !client) return
      const create_time = clock.seconds()
      const body = JSON.stringify({ client_key: clientKey, event, create_time, user_openid: openIdOf(user, clientKey), content })
      const sendings = Array.from({ length: webhookTimes }, () => chaos.sendings()).flat()
      for (const heldBackMs of sendings) {
        const act = () => void deliver(webhookUrl, { body, secret: client.secret })
        if (heldBackMs === 0) act()
        else later(heldBackMs, act)
      }
    },
    reset() {
      for (const timer of waiting) clearTimeout(timer)
      waiting.clear()
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
