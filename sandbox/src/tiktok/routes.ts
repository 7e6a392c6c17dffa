import { Hono, type Context } from 'hono'
import { z } from 'zod'
import type { Control } from '../kit/control.ts'
import { httpFaultSchema } from '../kit/faults.ts'
import { controlClients, createClients } from '../kit/oauth-clients.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { failed, refusedByFault } from './responses.ts'
import { letterAvatar } from '../kit/images.ts'
import { serveAuthorize } from './authorize.ts'
import { ACCESS_SECONDS, createTiktokGrants, REFRESH_SECONDS } from './grants.ts'
import type { Files } from '../published-posts/files.ts'
import type { Live } from '../published-posts/ledger.ts'
import { USERS, userById } from './users.ts'
import { servePosting } from './posting/routes.ts'
import { serveGrantSwitches } from './control-routes.ts'
import { serveTokens } from './token.ts'
import { serveUser } from './user.ts'

export interface TiktokSettings {
  control: Control
  /** Addresses of products that do not run on this machine. */
  productUrls: readonly string[]
  /** The origin under which a caller sees the sandbox. */
  origin: (c: Context) => string
  files: Files
  live: Live
  /** Whether tokens of the sandbox that ran before are good here. */
  acceptsEarlierTokens: boolean
  /** Where events are sent at first; null sends none. */
  webhookUrl: string | null
}

const settingsSchema = z
  .object({
    accessSeconds: z.number().int().positive(),
    refreshSeconds: z.number().int().positive(),
    audited: z.boolean(),
    unauditedUsers: z.number().int().min(0),
    privateAccounts: z.array(z.string()),
    verifiedPrefixes: z.array(z.string()),
    webhookUrl: z.url().nullable(),
    webhookRetryMs: z.number().int().min(1).max(60_000),
    webhookTimes: z.number().int().min(1).max(20),
    latencyMs: z.number().int().min(0).max(60_000),
    moderationMs: z.number().int().min(0).max(3_600_000),
    pullsFirst: z.boolean(),
    pullDelayMs: z.number().int().min(0).max(600_000),
    limited: z.boolean(),
    postsADay: z.number().int().min(0),
    draftsADay: z.number().int().min(0),
    startsAMinute: z.number().int().min(0),
    pollsAMinute: z.number().int().min(0),
    creatorsAMinute: z.number().int().min(0),
  })
  .partial()
  .strict()

/** TikTok's login and posting as its documents describe them: what belongs under `/tiktok`, and the host of uploads. */
export function createTiktok({ control, productUrls, origin, files, live, acceptsEarlierTokens, webhookUrl }: TiktokSettings) {
  const { clock } = control
  const clients = createClients({ key: 'aw1sandbox', secret: 'tiktok-sandbox-secret', callbackPath: '/tiktok_callback', productUrls })
  const lives = { accessSeconds: ACCESS_SECONDS, refreshSeconds: REFRESH_SECONDS }
  const grants = createTiktokGrants({ clock, lives, acceptsEarlierTokens })
  const faults = control.faults('tiktok', httpFaultSchema)
  const DEFAULTS = { latencyMs: 0 }
  const pace = { ...DEFAULTS }

  const app = new Hono<RecordedEnv>()
  app.get('/avatar/:file', (c) => avatar(c.req.param('file')))
  const isPosting = (c: Context) => c.req.path.includes('/v2/post/publish/')
  app.use(recorded({ control, provider: 'tiktok', faults, refuse: refusedByFault, latencyMs: () => pace.latencyMs, isPosting }))
  serveAuthorize(app, { clients, grants })
  serveTokens(app, { clients, grants, lives })
  const posting = servePosting(app, { control, grants, clients, productUrls, files, live, origin, webhookUrl })
  const user = serveUser(app, { grants, clock, origin, posting })
  app.all('*', (c) => failed(c, 'invalid_params', { status: 404, message: 'Unsupported path' }))

  controlClients(control.app, 'tiktok', clients)
  serveGrantSwitches(control.app, { clients, grants, lives })
  control.app.get('/_control/tiktok/tokens', (c) => c.json({ tokens: grants.tokens() }))
  control.app.post('/_control/tiktok/revoke', async (c) => {
    const { account } = z.object({ account: z.string() }).parse(await c.req.json())
    const sampleUser = userById(account)
    if (!sampleUser) return c.json({ error: `No account ${account}` }, 404)
    for (const clientKey of grants.clientsOf(sampleUser)) {
      posting.webhooks.send({ event: 'authorization.removed', clientKey, user: sampleUser, content: '{"reason":1}' })
    }
    return c.json({ revoked: grants.revoke(sampleUser) })
  })
  control.app.patch('/_control/tiktok', async (c) => {
    const body = settingsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { accessSeconds, refreshSeconds, latencyMs = pace.latencyMs, ...rest } = body.data
    pace.latencyMs = latencyMs
    Object.assign(lives, { ...(accessSeconds && { accessSeconds }), ...(refreshSeconds && { refreshSeconds }) })
    Object.assign(posting.settings, rest)
    return c.json({ ...lives, ...pace, ...posting.settings })
  })
  control.onReset(() => {
    Object.assign(pace, DEFAULTS)
    Object.assign(lives, { accessSeconds: ACCESS_SECONDS, refreshSeconds: REFRESH_SECONDS })
    clients.reset()
    grants.reset()
    user.reset()
    posting.reset()
  })
  return { app, uploads: posting.uploads, posts: posting.posts }
}

async function avatar(file: string): Promise<Response> {
  const user = userById(file.replace(/\.webp$/, ''))
  if (!user || !file.endsWith('.webp')) return new Response(null, { status: 404 })
  return letterAvatar(user.displayName, USERS.includes(user) ? USERS.indexOf(user) : user.followers)
}
