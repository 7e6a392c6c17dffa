import type { Hono } from 'hono'
import type { OauthClients } from '../kit/oauth-clients.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { bodyParams } from './caller.ts'
import type { Grants, TokenLifetimes } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import { failed, oauthFailed } from './responses.ts'
import { scopedIdOf } from './users.ts'

/** A long token can be renewed from this age on, in seconds. */
const RENEWABLE_AFTER = 86_400

interface Parts {
  network: MetaNetwork
  clients: OauthClients
  grants: Grants
  lives: TokenLifetimes
  settings: { wrapsToken: boolean }
}

/** A code for a token of an hour. */
export function serveCodes(app: Hono<RecordedEnv>, { network, clients, grants, settings }: Parts): void {
  app.post('/oauth/access_token', async (c) => {
    const form = await bodyParams(c)
    const client = clients.find(form.get('client_id') ?? '')
    if (client?.secret !== form.get('client_secret') || !client) return oauthFailed('Invalid platform app')
    if (form.get('grant_type') !== 'authorization_code') return oauthFailed('Invalid grant_type')
    const spent = grants.spend(form.get('code') ?? '', client.key)
    if (!spent) return oauthFailed('Matching code was not found or was already used')
    if (spent.redirectUri !== form.get('redirect_uri')) return oauthFailed('Error validating verification code: redirect_uri differs')
    const { grant } = spent
    const token = JSON.stringify(grants.issueShort(grant))
    // A bare number, too long for JavaScript: who needs the id asks for the profile.
    const id = scopedIdOf(grant.user, network, grant.clientKey)
    const permissions = network.id === 'instagram' ? `,"permissions":${JSON.stringify(grant.scopes)}` : ''
    const body = settings.wrapsToken
      ? `{"data":[{"access_token":${token},"user_id":"${id}","permissions":"${grant.scopes.join(',')}"}]}`
      : `{"access_token":${token},"user_id":${id}${permissions}}`
    return c.body(body, 200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  })
}

/** A token of 60 days for one of an hour, and for another one of 60 days. */
export function serveLongTokens(graph: Hono<RecordedEnv>, { network, clients, grants, lives }: Parts): void {
  const issued = (token: string) =>
    Response.json(
      { access_token: token, token_type: 'bearer', expires_in: lives.longSeconds },
      { headers: { 'cache-control': 'no-store' } },
    )

  graph.get('/access_token', (c) => {
    const { grant_type: type, client_secret: secret, access_token: token = '' } = c.req.query()
    if (type !== `${network.grantPrefix}_exchange_token`) return failed(c, 'parameter', { message: '(#100) Invalid grant_type' })
    const grant = grants.ofShort(token)
    if (!grant) return failed(c, `token-${grants.lossOf(token)}`)
    if (clients.find(grant.clientKey)?.secret !== secret) return failed(c, 'secret')
    return issued(grants.issueLong(grant))
  })

  graph.get('/refresh_access_token', (c) => {
    const { grant_type: type, access_token: token = '' } = c.req.query()
    if (type !== `${network.grantPrefix}_refresh_token`) return failed(c, 'parameter', { message: '(#100) Invalid grant_type' })
    const grant = grants.ofLong(token)
    if (!grant) return failed(c, `token-${grants.lossOf(token)}`)
    // Unverified: the documents say that it fails, and not how.
    if (grants.ageOf(token) < RENEWABLE_AFTER) return failed(c, 'parameter', { message: '(#100) The token is less than 24 hours old' })
    return issued(grants.issueLong(grant))
  })
}
