import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { consentPage, refusalPage } from '../kit/consent-page.ts'
import { isRegistered, type OauthClient, type OauthClients } from '../kit/oauth-clients.ts'
import { redirectBack } from '../kit/oauth2.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import type { Grants } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import { USERS, userById } from './users.ts'

interface ConsentRequest {
  client: OauthClient
  scopes: string[]
  redirectUri: string
  state: string | null
}

interface Parts {
  network: MetaNetwork
  clients: OauthClients
  grants: Grants
}

/** The consent page: which account, which scopes, yes or no. */
export function serveAuthorize(app: Hono<RecordedEnv>, { network, clients, grants }: Parts): void {
  const session = `${network.id}_sandbox_user`
  const fault = (c: Context, detail: string) => c.html(refusalPage({ provider: network.label, title: 'Invalid Request', detail }), 400)

  app.get('/oauth/authorize', (c) => {
    const request = read(c, { network, clients })
    if (typeof request === 'string') return fault(c, request)
    return c.html(
      consentPage({
        provider: network.label,
        client: request.client.name,
        accounts: USERS.map(({ id, name, username }) => ({ id, name, detail: `@${username}` })),
        chosen: userById(getCookie(c, session) ?? '')?.id ?? 'sandy',
        scopes: request.scopes.map((id) => ({ id, label: network.scopes[id] ?? id, isRequired: id === network.basicScope })),
      }),
    )
  })

  app.post('/oauth/authorize', async (c) => {
    const request = read(c, { network, clients })
    if (typeof request === 'string') return fault(c, request)
    const { client, redirectUri, state } = request
    const form = new URLSearchParams(await c.req.text())
    if (form.get('decision') !== 'allow') {
      const denied = { error: 'access_denied', error_reason: 'user_denied', error_description: 'The user denied your request' }
      return redirectBack(c, redirectUri, { ...denied, state })
    }
    const user = userById(form.get('account') ?? '')
    if (!user) return fault(c, 'Choose an account.')
    const scopes = request.scopes.filter((scope) => scope === network.basicScope || form.getAll('scope').includes(scope))
    const grant = { clientKey: client.key, user, scopes, isRevoked: false }
    const code = grants.authorize({ grant, redirectUri, challenge: null, isOffline: true })
    setCookie(c, session, user.id, { path: `/${network.id}`, httpOnly: true, sameSite: 'Lax' })
    // The networks add `#_`, which belongs neither to the code nor to the state.
    return redirectBack(c, `${redirectUri}#_`, { code, state })
  })
}

/** Errors before the redirect URI is verified are shown here, without a redirect. */
function read(c: Context<RecordedEnv>, { network, clients }: Omit<Parts, 'grants'>): ConsentRequest | string {
  const query = new URL(c.req.url).searchParams
  const client = clients.find(query.get('client_id') ?? '')
  if (!client) return 'Invalid platform app: client_id'
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!isRegistered(client.redirects, redirectUri)) return 'Invalid redirect_uri: it has to be one of the registered, letter for letter.'
  if (query.get('response_type') !== 'code') return 'Invalid response_type'
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean)
  if (!scopes.every((scope) => scope in network.scopes)) return 'Invalid scope'
  if (!scopes.includes(network.basicScope)) return `Invalid scope: ${network.basicScope} is required`
  return { client, scopes, redirectUri, state: query.get('state') }
}
