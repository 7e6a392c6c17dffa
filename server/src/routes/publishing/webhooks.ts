import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '@ninesixteen/shared/errors'
import { receiveStripeEvent } from '../../billing/receive-stripe-event.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { webhooks } from '../../posts/platforms/webhooks.ts'
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
  const take = webhooks(services)
  app.post('/webhooks/stripe', atMost(PAYMENT_BYTES_MAX), async (c) => {
    if (!services.stripe) throw new AppError('NOT_FOUND')
    const body = new Uint8Array(await c.req.arrayBuffer())
    const isTaken = await receiveStripeEvent(services, { body, signature: c.req.header('stripe-signature') ?? null })
    if (!isTaken) throw new AppError('INVALID_INPUT', { fields: 'signature' })
    return c.json({ received: true })
  })
  app.post('/webhooks/:platform', atMost(BYTES_MAX), async (c) => {
    const platform = c.req.param('platform')
    const taking = Object.hasOwn(take, platform) ? take[platform as keyof typeof take] : null
    if (!taking) throw new AppError('NOT_FOUND')
    const body = new Uint8Array(await c.req.arrayBuffer())
    if (!(await taking({ body, header: (name) => c.req.header(name) ?? null })))
      throw new AppError('INVALID_INPUT', { fields: 'signature' })
    return c.json({ received: true })
  })
}
