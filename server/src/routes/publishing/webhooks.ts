import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../../http/app-env.ts'
import { webhooks } from '../../publishing/platforms/webhooks.ts'
import type { Services } from '../../services.ts'

const BYTES_MAX = 64 * 1024

/** Where platforms tell what became of posts. They have no session and no origin: the signature over the bytes says who it is. */
export function registerWebhooks(app: Hono<AppEnv>, services: Services): void {
  const take = webhooks(services)
  const limit = bodyLimit({
    maxSize: BYTES_MAX,
    onError: () => {
      throw new AppError('BODY_TOO_LARGE', { limit: `${BYTES_MAX / 1024} kB` })
    },
  })
  app.post('/webhooks/:platform', limit, async (c) => {
    const platform = c.req.param('platform')
    const taking = Object.hasOwn(take, platform) ? take[platform as keyof typeof take] : null
    if (!taking) throw new AppError('NOT_FOUND')
    const body = new Uint8Array(await c.req.arrayBuffer())
    if (!(await taking({ body, header: (name) => c.req.header(name) ?? null })))
      throw new AppError('INVALID_INPUT', { fields: 'signature' })
    return c.json({ received: true })
  })
}
