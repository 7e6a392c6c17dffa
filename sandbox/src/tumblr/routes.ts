import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Control } from '../control.ts'
import { httpFaultSchema } from '../http-faults.ts'
import { controlClients, createClients } from '../oauth-clients.ts'
import { recorded } from '../recorded.ts'
import { notFound, refusedByFault } from './answers.ts'
import { callers, type ApiEnv } from './caller.ts'
import { serveOauth } from './oauth.ts'
import { personById } from './people.ts'
import type { OwnPosts } from './posting/own-posts.ts'
import { servePosting } from './posting/routes.ts'
import { createRateLimits, PER_DAY, PER_HOUR } from './rate-limits.ts'
import { serveReading } from './reading.ts'
import { createTokens } from './tokens.ts'

export interface TumblrSettings {
  control: Control
  /** Addresses of products that do not run on this machine. */
  productUrls: readonly string[]
  /** The origin under which a caller sees the sandbox. */
  origin: (c: Context) => string
  /** What is posted to the blogs of the people here. */
  own: OwnPosts
}

const USUAL = { perHour: PER_HOUR, perDay: PER_DAY, clampFollowing: true }
const settingsSchema = z
  .object({ perHour: z.number().int().positive(), perDay: z.number().int().positive(), clampFollowing: z.boolean() })
  .partial()
  .strict()

/** Tumblr's login and API as its documents describe them, under `/tumblr`. */
export function createTumblr({ control, productUrls, origin, own }: TumblrSettings): Hono<ApiEnv> {
  const { clock } = control
  // The space and the `&` are meant: they break a signature whose key was not encoded.
  const clients = createClients({ key: 'ck_sandbox_key', secret: 'cs sandbox&secret', callbackPath: '/tumblr_callback', productUrls })
  const tokens = createTokens(clock)
  const settings = { ...USUAL }
  const limits = createRateLimits(clock, settings)
  const authentication = { clients, tokens, clock, origin }
  const faults = control.faults('tumblr', httpFaultSchema)

  const app = new Hono<ApiEnv>()
  app.use(recorded({ control, provider: 'tumblr', faults, refuse: refusedByFault }))
  serveOauth(app, authentication)
  app.use('/v2/*', callers(authentication, limits))
  const media = (c: Context) => `${origin(c)}/tumblr-media`
  servePosting(app, { own, media })
  serveReading(app, { media, settings, own })
  app.all('*', () => notFound())

  controlClients(control.app, 'tumblr', clients)
  control.app.get('/_control/tumblr/posts', (c) => c.json({ posts: own.all() }))
  control.app.get('/_control/tumblr/tokens', (c) => c.json({ tokens: tokens.all() }))
  control.app.post('/_control/tumblr/revoke', async (c) => {
    const { account } = z.object({ account: z.string() }).parse(await c.req.json())
    const person = personById(account)
    return person ? c.json({ revoked: tokens.revoke(person) }) : c.json({ error: `No account ${account}` }, 404)
  })
  control.app.patch('/_control/tumblr', async (c) => {
    const body = settingsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    Object.assign(settings, body.data)
    limits.clear()
    return c.json(settings)
  })
  control.onReset(() => {
    Object.assign(settings, USUAL)
    clients.reset()
    tokens.reset()
    limits.clear()
    own.reset()
  })
  return app
}
