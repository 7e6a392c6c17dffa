import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { receiveStripeEvent } from '../../billing/receive-stripe-event.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { createPlatformWebhooks } from '../../platforms/registry.ts'
import { receivePlatformEvent } from '../../posts/publishing/platform-events.ts'
import type { Services } from '../services.ts'

const BYTES_MAX = 64 * 1024
/** An invoice with all its lines is larger than a platform's event. */
const PAYMENT_BYTES_MAX = 256 * 1024

function atMost(bytes: number) {
  return bodyLimit({
    maxSize: bytes,
    onError: () => {
      throw new AppError('BODY_TOO_LARGE', { limit: `${bytes / 1024} kB` })
    },
  })
}

/** Receives platforms' events about posts and the payment provider's events. The signature over the body authenticates them. */
export function registerWebhooks(app: Hono<AppEnv>, services: Services): void {
  const { config, connections, db } = services
  const webhooks = createPlatformWebhooks(config.platforms)
  app.post('/webhooks/stripe', atMost(PAYMENT_BYTES_MAX), async (c) => {
    if (!services.stripe) throw new AppError('NOT_FOUND')
    const body = new Uint8Array(await c.req.arrayBuffer())
    const isAccepted = await receiveStripeEvent(services, { body, signature: c.req.header('stripe-signature') ?? null })
    if (!isAccepted) throw new AppError('INVALID_INPUT', { fields: 'signature' })
    return c.json({ received: true })
  })
  app.post('/webhooks/:platform', atMost(BYTES_MAX), async (c) => {
    const platform = PLATFORM_IDS.find((id) => id === c.req.param('platform'))
    const webhook = platform && webhooks[platform]
    if (!webhook) throw new AppError('NOT_FOUND')
    const body = new Uint8Array(await c.req.arrayBuffer())
    const signature = c.req.header(webhook.signatureHeader) ?? null
    if (!(await receivePlatformEvent({ db, clients: connections.clients }, { platform, webhook }, { body, signature })))
      throw new AppError('INVALID_INPUT', { fields: 'signature' })
    return c.json({ received: true })
  })
}
