import type { Hono } from 'hono'
import { z } from 'zod'
import { MADE_AT_ONCE, madeUpPeople, peopleSchema } from '../kit/sample-people.ts'
import type { OauthClients } from '../kit/oauth-clients.ts'
import { blogsOf, personById } from './people.ts'
import type { Tokens } from './tokens.ts'

const grantsSchema = peopleSchema.extend({
  accounts: z.array(z.string()).max(MADE_AT_ONCE).optional(),
  consumerKey: z.string().default('ck_sandbox_key'),
})

/** Creates users in any number, and tokens without a browser. */
export function serveGrantSwitches(app: Hono, { clients, tokens }: { clients: OauthClients; tokens: Tokens }): void {
  app.post('/_control/tumblr/people', async (c) => {
    const body = peopleSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const people = madeUpPeople(body.data, personById)
    if (body.data.title !== undefined) for (const person of people) Object.assign(person, { title: body.data.title })
    return c.json({ people: people.map(({ id, name, title }) => ({ id, name, title })) })
  })
  app.post('/_control/tumblr/grants', async (c) => {
    const body = grantsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { accounts, consumerKey } = body.data
    const people = accounts ? accounts.map(personById) : madeUpPeople(body.data, personById)
    if (!clients.find(consumerKey) || !people.every((person) => person !== undefined))
      return c.json({ error: 'No such account or client' }, 404)
    return c.json({
      grants: people.map((person) => {
        const { token, secret } = tokens.issue(consumerKey, person)
        return { account: person.id, name: person.name, title: person.title, blogs: blogsOf(person).map(({ name }) => name), token, secret }
      }),
    })
  })
}
