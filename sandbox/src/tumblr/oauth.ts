import type { Context, Hono } from 'hono'
import { consentPage, refusalPage } from '../kit/consent-page.ts'
import { isRegistered } from '../kit/oauth-clients.ts'
import { authenticate, type Authentication } from './authenticate.ts'
import type { ApiEnv } from './caller.ts'
import { USERS, userById } from './users.ts'

const PROVIDER = 'Tumblr'

/** The three steps of OAuth 1.0a. Responses are forms and errors plain text, regardless of Accept. */
export function serveOauth(app: Hono<ApiEnv>, authentication: Authentication): void {
  const { clients, tokens } = authentication

  app.post('/oauth/request_token', async (c) => {
    const signed = await authenticate(c, authentication)
    if (typeof signed === 'string') return reject(c, signed)
    const callback = signed.oauth.get('oauth_callback')
    if (!callback) return reject(c, 'oauth_callback required', 400)
    if (!isRegistered(signed.client.redirects, callback)) return reject(c, 'oauth_callback is not the registered one')
    const request = tokens.request(signed.client.key, callback)
    return form(c, { oauth_token: request.token, oauth_token_secret: request.secret, oauth_callback_confirmed: 'true' })
  })

  app.get('/oauth/authorize', (c) => {
    const request = tokens.findRequest(c.req.query('oauth_token') ?? '')
    const client = request && clients.find(request.consumerKey)
    if (!client || request.isDecided) return unknownRequest(c)
    return c.html(
      consentPage({
        provider: PROVIDER,
        client: client.name,
        accounts: USERS.map((user) => ({ id: user.id, name: user.title, detail: `${user.name}.tumblr.com` })),
        chosen: 'sandy',
        scopes: [],
        summary: 'Allowing it lets the application read your dashboard and post to your blogs.',
      }),
    )
  })
  app.post('/oauth/authorize', async (c) => {
    const request = tokens.findRequest(c.req.query('oauth_token') ?? '')
    if (!request || request.isDecided) return unknownRequest(c)
    const formData = new URLSearchParams(await c.req.text())
    const user = userById(formData.get('account') ?? '')
    const back = new URL(request.callback)
    if (formData.get('decision') !== 'allow' || !user) {
      tokens.decide(request, null)
      // Quirk: a declined consent redirects without any parameter.
      return c.redirect(back.href, 303)
    }
    back.searchParams.set('oauth_token', request.token)
    back.searchParams.set('oauth_verifier', tokens.decide(request, user))
    // Quirk: an unrequested fragment.
    return c.redirect(`${back.href}#_=_`, 303)
  })

  // The documents say GET and the SDKs use POST; both work.
  app.on(['GET', 'POST'], '/oauth/access_token', async (c) => {
    const signed = await authenticate(c, authentication)
    if (typeof signed === 'string') return reject(c, signed)
    const request = tokens.findRequest(signed.token ?? '')
    if (!request) return reject(c, 'oauth_token is not a request token')
    const verifier = signed.oauth.get('oauth_verifier')
    if (!request.allowed || verifier !== request.allowed.verifier) return reject(c, 'Missing or invalid oauth_verifier.')
    const access = tokens.trade(request, request.allowed.user)
    return form(c, { oauth_token: access.token, oauth_token_secret: access.secret })
  })
}

function form(c: Context, fields: Record<string, string>): Response {
  return c.body(new URLSearchParams(fields).toString(), 200, { 'content-type': 'application/x-www-form-urlencoded' })
}

function reject(c: Context, text: string, status: 400 | 401 = 401): Response {
  return c.text(text, status)
}

function unknownRequest(c: Context) {
  const detail = 'It was used before, or it is too old. Start again from the application.'
  return c.html(refusalPage({ provider: PROVIDER, title: 'This request is not valid', detail }), 400)
}
