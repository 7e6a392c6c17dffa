import type { Hono } from 'hono'
import { z } from 'zod'
import type { OauthClients } from '../kit/oauth-clients.ts'
import { USERS_MAX, sampleUsers, usersSchema } from '../kit/sample-users.ts'
import type { Containers } from './containers.ts'
import type { Grants, TokenLifetimes } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import type { MetaSettings } from './settings.ts'
import { accountIdOf, userById } from './users.ts'

interface Parts {
  network: MetaNetwork
  clients: OauthClients
  grants: Grants
  lives: TokenLifetimes
  settings: MetaSettings
  containers: Containers
  failing: string[]
}

const settingsSchema = z
  .object({
    shortSeconds: z.number().int().positive(),
    longSeconds: z.number().int().positive(),
    limited: z.boolean(),
    postsADay: z.number().int().min(0),
    containersADay: z.number().int().min(0),
    callsADay: z.number().int().min(1),
    latencyMs: z.number().int().min(0).max(60_000),
    wrapsToken: z.boolean(),
    pullsFirst: z.boolean(),
    processingMs: z.number().int().min(0).max(600_000),
    publishDelayMs: z.number().int().min(0).max(600_000),
    restrictedAccounts: z.array(z.string()),
  })
  .partial()
  .strict()

/** Creates users in any number and grants without a browser, changes the rules, and shows what was sent. */
export function serveControl(app: Hono, parts: Parts): void {
  serveGrants(app, parts)
  const { network, grants, lives, settings, containers, failing } = parts
  const at = `/_control/${network.id}`
  app.get(`${at}/tokens`, (c) => c.json({ tokens: grants.tokens() }))
  app.post(`${at}/revoke`, async (c) => {
    const { account } = z.object({ account: z.string() }).parse(await c.req.json())
    const user = userById(account)
    return user ? c.json({ revoked: grants.revoke(user) }) : c.json({ error: `No account ${account}` }, 404)
  })
  app.patch(at, async (c) => {
    const body = settingsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { shortSeconds = lives.shortSeconds, longSeconds = lives.longSeconds, ...rest } = body.data
    Object.assign(lives, { shortSeconds, longSeconds })
    Object.assign(settings, rest)
    return c.json({ ...lives, ...settings })
  })
  app.get(`${at}/posts`, (c) => c.json(containers.list()))
  app.post(`${at}/fail-containers`, async (c) => {
    const body = z.object({ errors: z.array(z.string().regex(/^\d{7}$/)) }).safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    failing.push(...body.data.errors)
    return c.json({ waiting: failing.length })
  })
  app.post(`${at}/remove-post`, async (c) => {
    const body = z.object({ id: z.string() }).safeParse(await c.req.json())
    const post = body.success ? containers.findMedia(body.data.id) : undefined
    if (!post) return c.json({ error: 'No post of this id is out' }, 404)
    containers.remove(post)
    return c.json({ removed: post.id })
  })
}

function serveGrants(app: Hono, { network, clients, grants, lives }: Parts): void {
  const at = `/_control/${network.id}`
  const grantsSchema = usersSchema.extend({
    accounts: z.array(z.string()).max(USERS_MAX).optional(),
    scopes: z.array(z.string()).default([network.basicScope, network.publishScope]),
    clientKey: z.string().default(network.client.key),
  })
  app.post(`${at}/people`, async (c) => {
    const body = usersSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { title } = body.data
    const users = sampleUsers(body.data, userById)
    if (title !== undefined) for (const user of users) Object.assign(user, { username: title, name: title })
    return c.json({ people: users.map(({ id, username, name }) => ({ id, username, name })) })
  })
  app.post(`${at}/grants`, async (c) => {
    const body = grantsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { accounts, scopes, clientKey } = body.data
    const users = accounts ? accounts.map(userById) : sampleUsers(body.data, userById)
    const isKnown = clients.find(clientKey) && scopes.every((scope) => scope in network.scopes)
    if (!isKnown || !users.every((user) => user !== undefined)) return c.json({ error: 'No such account, scope or client' }, 404)
    return c.json({
      grants: users.map((user) => {
        const accessToken = grants.issueLong({ clientKey, user, scopes, isRevoked: false })
        // A long token renews itself: it is the refresh token, too.
        const tokens = { accessToken, refreshToken: accessToken, expiresIn: lives.longSeconds, scope: scopes.join(',') }
        return { account: user.id, userId: accountIdOf(user, network), username: user.username, name: user.name, ...tokens }
      }),
    })
  })
}
