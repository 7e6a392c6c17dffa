import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { shuffle, type Random } from '../kit/random.ts'
import type { StripeObjects } from './stripe-data.ts'
import type { TestClock } from './test-clock.ts'
import { API_VERSION, newId, shown, type StripeEvent } from './objects.ts'

/** The signing secret of this sandbox. */
export const WEBHOOK_SECRET = 'whsec_sandbox_secret'
/** Timeout of an attempt and delays between attempts, in milliseconds: the provider retries for three days. */
const TIME_MS = 10_000
const SENDINGS_MAX = 7
/** Seconds after which a signature is too old for receivers that follow the documents. */
const OLD_SECONDS = 301

export type SignatureKind = 'right' | 'wrong' | 'old' | 'rolled'

export interface WebhookSettings {
  /** Where events are sent; null sends none. */
  webhookUrl: string | null
  /** How often each event is sent. */
  webhookTimes: number
  /** In order of creation, in another order, or all at once. */
  webhookOrder: 'made' | 'shuffled' | 'at-once'
  /** How long they are held back, in milliseconds. */
  webhookDelayMs: number
  /** Milliseconds until a rejected event is sent again; doubles with each retry. */
  webhookRetryMs: number
  signature: SignatureKind
}

export const USUAL_WEBHOOKS: Omit<WebhookSettings, 'webhookUrl'> = {
  webhookTimes: 1,
  webhookOrder: 'made',
  webhookDelayMs: 0,
  webhookRetryMs: 1000,
  signature: 'right',
}

/** A delivery's result: the status, or 0 without a response. */
export interface Delivery {
  event: string
  type: string
  at: number
  status: number
}
const DELIVERIES_KEPT = 1000

/** The header of a sending. While a secret is rolled there are two signatures, and one of them is right. */
export function signatureOf(body: string, kind: SignatureKind = 'right', seconds = Math.floor(Date.now() / 1000)): string {
  const at = kind === 'old' ? seconds - OLD_SECONDS : seconds
  const sign = (secret: string) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  const values = kind === 'rolled' ? ['whsec_rolled', WEBHOOK_SECRET] : [kind === 'wrong' ? 'whsec_of_someone_else' : WEBHOOK_SECRET]
  return [`t=${at}`, ...values.map((secret) => `v1=${sign(secret)}`)].join(',')
}

interface WebhooksParts {
  store: StripeObjects
  clock: TestClock
  settings: WebhookSettings
  random: Random
}

/** Creates events and sends them to the server until it accepts them. */
export function createWebhooks({ store, clock, settings, random }: WebhooksParts) {
  const deliveries: Delivery[] = []
  const stopping = { current: new AbortController() }
  let waiting: StripeEvent[] = []
  let lastDelivery: Promise<unknown> = Promise.resolve()

  const sendOnce = async ({ id, type, ...rest }: StripeEvent, kind: SignatureKind): Promise<boolean> => {
    const url = settings.webhookUrl
    if (!url) return true
    const body = JSON.stringify({ id, type, ...rest })
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signatureOf(body, kind) }
    const signal = AbortSignal.any([AbortSignal.timeout(TIME_MS), stopping.current.signal])
    const status = await fetch(url, { method: 'POST', headers, body, signal }).then(
      async (reply) => {
        await reply.body?.cancel()
        return reply.status
      },
      () => 0,
    )
    deliveries.push({ event: id, type, at: Date.now(), status })
    if (deliveries.length > DELIVERIES_KEPT) deliveries.shift()
    return status >= 200 && status < 300
  }
  const resend = async (event: StripeEvent, kind: SignatureKind, sending = 1): Promise<void> => {
    const { signal } = stopping.current
    if (sending >= SENDINGS_MAX || signal.aborted) return
    const isOver = await wait(settings.webhookRetryMs * 2 ** (sending - 1), false, { signal, ref: false }).catch(() => true)
    if (!isOver && !(await sendOnce(event, kind))) await resend(event, kind, sending + 1)
  }
  /** Resolves when each event was sent once, accepted or not. */
  const deliver = async (event: StripeEvent, kind: SignatureKind): Promise<void> => {
    for (let time = 0; time < settings.webhookTimes; time += 1) {
      // An event with a signature that cannot be right is not worth a second sending.
      if (!(await sendOnce(event, kind)) && (kind === 'right' || kind === 'rolled')) void resend(event, kind)
    }
  }
  const sendAll = async (events: readonly StripeEvent[], kind = settings.signature): Promise<void> => {
    const { webhookDelayMs, webhookOrder } = settings
    const { signal } = stopping.current
    if (webhookDelayMs > 0 && (await wait(webhookDelayMs, false, { signal, ref: false }).catch(() => true))) return
    if (webhookOrder === 'at-once') return void (await Promise.all(events.map((event) => deliver(event, kind))))
    for (const event of webhookOrder === 'shuffled' ? shuffle(random, events) : events) await deliver(event, kind)
  }

  return {
    deliveries,
    /** Records an event with the object's current state; it is sent with the others of the same request. */
    emit(type: string, object: object, previous?: Record<string, unknown>): void {
      waiting.push(
        store.put({
          id: newId('evt'),
          object: 'event',
          api_version: API_VERSION,
          created: clock.seconds(),
          livemode: false,
          pending_webhooks: 1,
          request: { id: null, idempotency_key: null },
          type,
          data: { object: shown(object), ...(previous && { previous_attributes: previous }) },
        }),
      )
    },
    /** Sends what was noted, after what was sent before; done when each was sent once. */
    flush(): Promise<unknown> {
      const events = waiting
      waiting = []
      if (events.length > 0) lastDelivery = lastDelivery.then(() => sendAll(events))
      return lastDelivery
    },
    /** Sends these events once more, in this order. */
    resend: (events: readonly StripeEvent[], kind: SignatureKind): Promise<void> => sendAll(events, kind),
    reset() {
      stopping.current.abort()
      stopping.current = new AbortController()
      waiting = []
      lastDelivery = Promise.resolve()
      deliveries.length = 0
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
