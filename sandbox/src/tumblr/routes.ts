import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Control } from '../kit/control.ts'
import { httpFaultSchema } from '../kit/faults.ts'
import { controlClients, createClients, type OauthClients } from '../kit/oauth-clients.ts'
import { recorded } from '../kit/recorded.ts'
import { notFound, refusedByFault } from './responses.ts'
import { type ApiEnv, callers } from './caller.ts'
import { serveOauth } from './oauth.ts'
import { blogsOf, findOwnBlog, userById } from './users.ts'
import { DAILY_LIMITS } from './posting/daily-limits.ts'
import type { OwnPosts, OwnPostsRules } from './posting/own-posts.ts'
import { servePosting } from './posting/routes.ts'
import { createRateLimits, PER_DAY, PER_HOUR } from './rate-limits.ts'
import { serveReading } from './reading.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { USERS_MAX, sampleUsers, usersSchema } from '../kit/sample-users.ts'

export interface TumblrSettings {
  control: Control
  /** Addresses of products that do not run on this machine. */
  productUrls: readonly string[]
  /** The origin under which a caller sees the sandbox. */
  origin: (c: Context) => string
  /** Web address of the posts. */
  site: (c: Context) => string
  /** Posts to the blogs of the sandbox users. */
  own: OwnPosts
  settings: TumblrRules
  /** Whether tokens of the sandbox that ran before are good here. */
  acceptsEarlierTokens: boolean
}

/** Rules that tests can change. */
export interface TumblrRules extends OwnPostsRules {
  perHour: number
  perDay: number
  clampFollowing: boolean
  latencyMs: number
}

export const USUAL_RULES: TumblrRules = {
  ...DAILY_LIMITS,
  limited: true,
  perHour: PER_HOUR,
  perDay: PER_DAY,
  clampFollowing: true,
  latencyMs: 0,
  transcodingMs: 0,
}
const settingsSchema = z
  .object({
    perHour: z.number().int().positive(),
    perDay: z.number().int().positive(),
    clampFollowing: z.boolean(),
    latencyMs: z.number().int().min(0).max(60_000),
    transcodingMs: z.number().int().min(0).max(600_000),
    limited: z.boolean(),
    postsADay: z.number().int().min(0),
    picturesADay: z.number().int().min(0),
    videosADay: z.number().int().min(0),
  })
  .partial()
  .strict()

const letOutSchema = z.strictObject({ blog: z.string(), count: z.number().int().min(1).max(1000).default(1) })

/** Requests about own posts, as opposed to reading other blogs. */
function isPosting(c: Context): boolean {
  const [, blog] = /\/v2\/blog\/([^/]+)\/posts?(\/|$)/.exec(c.req.path) ?? []
  return c.req.path.endsWith('/v2/user/limits') || (blog !== undefined && findOwnBlog(decodeURIComponent(blog)) !== undefined)
}

/** Tumblr's login and API as its documents describe them, under `/tumblr`; the API also for programs that know a host and no path before it. */
export function createTumblr({ control, productUrls, origin, site, own, settings, acceptsEarlierTokens }: TumblrSettings) {
  const { clock } = control
  // The space and the `&` are deliberate: they break signatures with an unencoded key.
  const clients = createClients({ key: 'ck_sandbox_key', secret: 'cs sandbox&secret', callbackPath: '/tumblr_callback', productUrls })
  const tokens = createTokens({ clock, acceptsEarlierTokens })
  const limits = createRateLimits(clock, settings)
  const authentication = { clients, tokens, clock, origin }
  const faults = control.faults('tumblr', httpFaultSchema)

  const record = recorded({ control, provider: 'tumblr', faults, refuse: refusedByFault, latencyMs: () => settings.latencyMs, isPosting })
  const media = (c: Context) => `${origin(c)}/tumblr-media`
  const api = new Hono<ApiEnv>()
  api.use('/v2/*', callers(authentication, limits))
  servePosting(api, { own, media, rules: settings })
  serveReading(api, { media, settings, own, site })
  api.all('/v2/*', () => notFound())
  const app = new Hono<ApiEnv>()
  app.use(record)
  serveOauth(app, authentication)
  app.route('/', api)
  app.all('*', () => notFound())
  const atRoot = new Hono<ApiEnv>()
  atRoot.use('/v2/*', record)
  atRoot.route('/', api)

  controlClients(control.app, 'tumblr', clients)
  serveGrantSwitches(control.app, { clients, tokens })
  control.app.post('/_control/tumblr/let-out', async (c) => {
    const body = letOutSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const blog = findOwnBlog(body.data.blog)
    if (!blog) return c.json({ error: `No blog ${body.data.blog}` }, 404)
    return c.json({ published: own.letOut(blog.blog.name, body.data.count).map(({ id }) => id) })
  })
  control.app.get('/_control/tumblr/posts', (c) => c.json({ posts: own.all() }))
  control.app.get('/_control/tumblr/tokens', (c) => c.json({ tokens: tokens.all() }))
  control.app.post('/_control/tumblr/revoke', async (c) => {
    const { account } = z.object({ account: z.string() }).parse(await c.req.json())
    const user = userById(account)
    return user ? c.json({ revoked: tokens.revoke(user) }) : c.json({ error: `No account ${account}` }, 404)
  })
  control.app.patch('/_control/tumblr', async (c) => {
    const body = settingsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    Object.assign(settings, body.data)
    limits.clear()
    return c.json(settings)
  })
  control.onReset(() => {
    Object.assign(settings, USUAL_RULES)
    clients.reset()
    tokens.reset()
    limits.clear()
    own.reset()
  })
  return { app, atRoot }
}

const grantsSchema = usersSchema.extend({
  accounts: z.array(z.string()).max(USERS_MAX).optional(),
  consumerKey: z.string().default('ck_sandbox_key'),
})

/** Creates users in any number, and tokens without a browser. */
export function serveGrantSwitches(app: Hono, { clients, tokens }: { clients: OauthClients; tokens: Tokens }): void {
  app.post('/_control/tumblr/people', async (c) => {
    const body = usersSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const users = sampleUsers(body.data, userById)
    if (body.data.title !== undefined) for (const user of users) Object.assign(user, { title: body.data.title })
    return c.json({ people: users.map(({ id, name, title }) => ({ id, name, title })) })
  })
  app.post('/_control/tumblr/grants', async (c) => {
    const body = grantsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { accounts, consumerKey } = body.data
    const users = accounts ? accounts.map(userById) : sampleUsers(body.data, userById)
    if (!clients.find(consumerKey) || !users.every((user) => user !== undefined)) return c.json({ error: 'No such account or client' }, 404)
    return c.json({
      grants: users.map((user) => {
        const { token, secret } = tokens.issue(consumerKey, user)
        return { account: user.id, name: user.name, title: user.title, blogs: blogsOf(user).map(({ name }) => name), token, secret }
      }),
    })
  })
}
