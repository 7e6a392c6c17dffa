import { Hono, type Context } from 'hono'
import type { Control } from '../kit/control.ts'
import { httpFaultSchema } from '../kit/faults.ts'
import { letterAvatar } from '../kit/images.ts'
import { controlClients, createClients } from '../kit/oauth-clients.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import type { Files } from '../published-posts/files.ts'
import type { Live } from '../published-posts/ledger.ts'
import { serveAuthorize } from './authorize.ts'
import { createCallers, type GraphEnv } from './caller.ts'
import { createContainers } from './containers.ts'
import { serveControl } from './control-routes.ts'
import { createMetaGrants, LIFETIMES } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import { servePublishing } from './publishing.ts'
import { serveReading } from './reading.ts'
import { failed, refusedByFault } from './responses.ts'
import type { MetaSettings } from './settings.ts'
import { serveCodes, serveLongTokens } from './token.ts'
import { USERS, userById } from './users.ts'

export interface MetaParts {
  control: Control
  /** Addresses of products that do not run on this machine. */
  productUrls: readonly string[]
  /** The origin under which a caller sees the sandbox. */
  origin: (c: Context) => string
  /** Web address of the posts. */
  site: (c: Context) => string
  files: Files
  live: Live
  /** Whether tokens of the sandbox that ran before are good here. */
  acceptsEarlierTokens: boolean
}

/**
 * Instagram or Threads as their documents describe them. The hosts of consent, of codes and of the Graph API are one here:
 *
 * - `GET`, `POST /oauth/authorize`, `POST /oauth/access_token`
 * - `GET /access_token`, `GET /refresh_access_token`
 * - `GET /me`, `GET /{container}`, `GET /{media}`, each with `fields`
 * - `POST /{account}/media` and `/media_publish`; on Threads `/threads` and `/threads_publish`
 * - `GET /{account}/media`, `/stories`, `/content_publishing_limit`; on Threads `/threads`, `/threads_publishing_limit`
 *
 * Those of the Graph API are also there below a version, such as `/v25.0/me`.
 */
export function createMeta(network: MetaNetwork, { control, productUrls, origin, site, files, live, acceptsEarlierTokens }: MetaParts) {
  const { clock, chaos } = control
  const { callbackPath, postsADay, containersADay } = network
  const clients = createClients({ ...network.client, callbackPath, productUrls })
  const lives = { ...LIFETIMES }
  const DEFAULTS: MetaSettings = {
    limited: true,
    postsADay,
    containersADay,
    callsADay: 480_000,
    latencyMs: 0,
    wrapsToken: false,
    pullsFirst: false,
    processingMs: 0,
    publishDelayMs: 0,
    restrictedAccounts: [],
  }
  const settings = { ...DEFAULTS }
  const failing: string[] = []
  const grants = createMetaGrants({ network, clock, lives, acceptsEarlierTokens })
  const containers = createContainers({ network, clock, live, settings })
  const callers = createCallers({ network, grants, clock, settings })
  const faults = control.faults(network.id, httpFaultSchema)
  const respondWithFault = refusedByFault(network.id)

  const app = new Hono<RecordedEnv>()
  app.get('/avatar/:file', (c) => avatar(c.req.param('file')))
  const isPosting = (c: Context) => !/\/(oauth\/|(me|access_token|refresh_access_token)$)/.test(c.req.path)
  app.use(recorded({ control, provider: network.id, faults, refuse: respondWithFault, latencyMs: () => settings.latencyMs, isPosting }))
  serveAuthorize(app, { network, clients, grants })
  serveCodes(app, { network, clients, grants, lives, settings })
  const open = new Hono<RecordedEnv>()
  serveLongTokens(open, { network, clients, grants, lives, settings })
  const graph = new Hono<GraphEnv>()
  graph.use(callers.middleware)
  servePublishing(graph, { network, containers, files, chaos, settings, failing })
  serveReading(graph, { network, containers, origin, site })
  graph.all('*', (c) => failed(c, 'path'))
  app.use('/:version{v[0-9.]+}/*', async (c, next) => {
    if (!network.version.test(c.req.param('version'))) return failed(c, 'path')
    await next()
    return
  })
  for (const prefix of ['/:version{v[0-9.]+}', '/']) {
    app.route(prefix, open)
    app.route(prefix, graph)
  }

  controlClients(control.app, network.id, clients)
  serveControl(control.app, { network, clients, grants, lives, settings, containers, failing })
  control.onReset(() => {
    Object.assign(settings, DEFAULTS)
    Object.assign(lives, LIFETIMES)
    failing.length = 0
    clients.reset()
    grants.reset()
    containers.reset()
    callers.reset()
  })
  return { app, network, containers }
}
export type Meta = ReturnType<typeof createMeta>

async function avatar(file: string): Promise<Response> {
  const user = userById(file.replace(/\.webp$/, ''))
  if (!user || !file.endsWith('.webp')) return new Response(null, { status: 404 })
  return letterAvatar(user.name, USERS.includes(user) ? USERS.indexOf(user) : user.followers)
}
