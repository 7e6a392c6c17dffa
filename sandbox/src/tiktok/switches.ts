import type { Hono } from 'hono'
import { z } from 'zod'
import { MADE_AT_ONCE, madeUpPeople, peopleSchema } from '../kit/sample-people.ts'
import type { OauthClients } from '../kit/oauth-clients.ts'
import type { Grants, Lives } from './grants.ts'
import { openIdOf, personById } from './people.ts'
import { SCOPES } from './scopes.ts'

const grantsSchema = peopleSchema.extend({
  accounts: z.array(z.string()).max(MADE_AT_ONCE).optional(),
  scopes: z.array(z.string()).default(['user.info.basic', 'video.upload', 'video.publish']),
  clientKey: z.string().default('aw1sandbox'),
})

interface Parts {
  clients: OauthClients
  grants: Grants
  lives: Lives
}

/** Creates users in any number, and grants without a browser. */
export function serveGrantSwitches(app: Hono, { clients, grants, lives }: Parts): void {
  app.post('/_control/tiktok/people', async (c) => {
    const body = peopleSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { title } = body.data
    const people = madeUpPeople(body.data, personById)
    if (title !== undefined) for (const person of people) Object.assign(person, { username: title, displayName: title })
    return c.json({ people: people.map(({ id, username, displayName }) => ({ id, username, displayName })) })
  })
  app.post('/_control/tiktok/grants', async (c) => {
    const body = grantsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { accounts, scopes, clientKey } = body.data
    const people = accounts ? accounts.map(personById) : madeUpPeople(body.data, personById)
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
