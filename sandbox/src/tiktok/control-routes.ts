import type { Hono } from 'hono'
import { z } from 'zod'
import { USERS_MAX, sampleUsers, usersSchema } from '../kit/sample-users.ts'
import type { OauthClients } from '../kit/oauth-clients.ts'
import type { Grants, TokenLifetimes } from './grants.ts'
import { openIdOf, userById } from './users.ts'
import { SCOPES } from './scopes.ts'

const grantsSchema = usersSchema.extend({
  accounts: z.array(z.string()).max(USERS_MAX).optional(),
  scopes: z.array(z.string()).default(['user.info.basic', 'video.upload', 'video.publish']),
  clientKey: z.string().default('aw1sandbox'),
})

interface Parts {
  clients: OauthClients
  grants: Grants
  lives: TokenLifetimes
}

/** Creates users in any number, and grants without a browser. */
export function serveGrantSwitches(app: Hono, { clients, grants, lives }: Parts): void {
  app.post('/_control/tiktok/people', async (c) => {
    const body = usersSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { title } = body.data
    const users = sampleUsers(body.data, userById)
    if (title !== undefined) for (const user of users) Object.assign(user, { username: title, displayName: title })
    return c.json({ people: users.map(({ id, username, displayName }) => ({ id, username, displayName })) })
  })
  app.post('/_control/tiktok/grants', async (c) => {
    const body = grantsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { accounts, scopes, clientKey } = body.data
    const users = accounts ? accounts.map(userById) : sampleUsers(body.data, userById)
    const isKnown = clients.find(clientKey) && scopes.every((scope) => scope in SCOPES)
    if (!isKnown || !users.every((user) => user !== undefined)) return c.json({ error: 'No such account, scope or client' }, 404)
    const issued = users.map((user) => grants.issue({ clientKey, user, scopes, isRevoked: false }))
    return c.json({
      grants: issued.map(({ grant: { user }, accessToken, refreshToken }) => ({
        account: user.id,
        openId: openIdOf(user, clientKey),
        username: user.username,
        displayName: user.displayName,
        scope: scopes.join(','),
        accessToken,
        refreshToken,
        expiresIn: lives.accessSeconds,
        refreshExpiresIn: lives.refreshSeconds,
      })),
    })
  })
}
