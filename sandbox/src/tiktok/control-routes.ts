import type { Hono } from 'hono'
import { z } from 'zod'
import { MADE_AT_ONCE, sampleUsers, usersSchema } from '../kit/sample-users.ts'
import type { OauthClients } from '../kit/oauth-clients.ts'
import type { Grants, TokenLifetimes } from './grants.ts'
import { openIdOf, userById } from './users.ts'
import { SCOPES } from './scopes.ts'

const grantsSchema = usersSchema.extend({
  accounts: z.array(z.string()).max(MADE_AT_ONCE).optional(),
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
    const people = sampleUsers(body.data, userById)
    if (title !== undefined) for (const person of people) Object.assign(person, { username: title, displayName: title })
    return c.json({ people: people.map(({ id, username, displayName }) => ({ id, username, displayName })) })
  })
  app.post('/_control/tiktok/grants', async (c) => {
    const body = grantsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { accounts, scopes, clientKey } = body.data
    const people = accounts ? accounts.map(userById) : sampleUsers(body.data, userById)
    const isKnown = clients.find(clientKey) && scopes.every((scope) => scope in SCOPES)
    if (!isKnown || !people.every((person) => person !== undefined)) return c.json({ error: 'No such account, scope or client' }, 404)
    const issued = people.map((person) => grants.issue({ clientKey, person, scopes, isRevoked: false }))
    return c.json({
      grants: issued.map(({ grant: { person }, accessToken, refreshToken }) => ({
        account: person.id,
        openId: openIdOf(person, clientKey),
        username: person.username,
        displayName: person.displayName,
        scope: scopes.join(','),
        accessToken,
        refreshToken,
        expiresIn: lives.accessSeconds,
        refreshExpiresIn: lives.refreshSeconds,
      })),
    })
  })
}
