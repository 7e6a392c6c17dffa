import type { Context, Hono } from 'hono'
import type { OauthClient, OauthClients } from '../kit/oauth-clients.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { oauthFailed } from './responses.ts'
import { matchesChallenge, readForm } from '../kit/oauth2.ts'
import type { Grant, Grants, TokenLifetimes } from './grants.ts'
import { openIdOf } from './users.ts'

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

type Form = Map<string, string>

/** Codes and refresh tokens for access tokens, and the end of both. Forms only: the documents know no JSON here. */
export function serveTokens(app: Hono<RecordedEnv>, deps: { clients: OauthClients; grants: Grants; lives: TokenLifetimes }): void {
  const { clients, grants } = deps
  app.post('/v2/oauth/token/', async (c) => {
    const form = await formOf(c)
    if (form instanceof Response) return form
    const client = clientOf(c, form, clients)
    if (client instanceof Response) return client
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchange(c, { form, client, ...deps })
      case 'refresh_token': {
        const token = form.get('refresh_token')
        if (!token) return oauthFailed(c, 'invalid_request', { message: 'The refresh_token is missing.' })
        const issued = grants.rotate(token, client.key)
        if (!issued) return oauthFailed(c, 'invalid_grant', { message: 'Refresh token is invalid or expired.' })
        return tokens(issued, deps.lives)
      }
      case undefined:
        return oauthFailed(c, 'invalid_request', { message: 'The grant_type is missing.' })
      default:
        return oauthFailed(c, 'unsupported_grant_type', { message: 'The grant_type is not supported.' })
    }
  })

  app.post('/v2/oauth/revoke/', async (c) => {
    const form = await formOf(c)
    if (form instanceof Response) return form
    const client = clientOf(c, form, clients)
    if (client instanceof Response) return client
    const grant = grants.grantOf(form.get('token') ?? '')
    if (!grant || grant.clientKey !== client.key) return oauthFailed(c, 'invalid_request', { message: 'The access token is invalid.' })
    grants.revoke(grant.user, client.key)
    return new Response(null, { status: 200 })
  })
}

interface Exchange {
  form: Form
  client: OauthClient
  grants: Grants
  lives: TokenLifetimes
}

function exchange(c: Context<RecordedEnv>, { form, client, grants, lives }: Exchange): Response {
  const code = form.get('code')
  const redirectUri = form.get('redirect_uri')
  if (!code || !redirectUri) return oauthFailed(c, 'invalid_request', { message: 'The code or the redirect_uri is missing.' })
  const spent = grants.spend(code, client.key)
  if (!spent) return oauthFailed(c, 'invalid_grant', { message: 'Authorization code is invalid or expired.' })
  if (spent.redirectUri !== redirectUri) {
    return oauthFailed(c, 'invalid_request', { message: 'Redirect_uri is not matched with the uri when requesting code.' })
  }
  if (spent.challenge !== null) {
    const verifier = form.get('code_verifier') ?? ''
    if (!VERIFIER.test(verifier) || !matchesChallenge(verifier, spent.challenge)) {
      return oauthFailed(c, 'invalid_request', { message: 'Code verifier or code challenge is invalid.' })
    }
  }
  return tokens(grants.issue(spent.grant), lives)
}

function tokens(issued: { grant: Grant; accessToken: string; refreshToken: string }, lives: TokenLifetimes): Response {
  const { grant, accessToken, refreshToken } = issued
  return Response.json(
    {
      open_id: openIdOf(grant.user, grant.clientKey),
      scope: grant.scopes.join(','),
      access_token: accessToken,
      expires_in: lives.accessSeconds,
      refresh_token: refreshToken,
      refresh_expires_in: lives.refreshSeconds,
      token_type: 'Bearer',
    },
    { headers: { 'cache-control': 'no-store' } },
  )
}

async function formOf(c: Context<RecordedEnv>): Promise<Form | Response> {
  const form = await readForm(c)
  if (form === 'no-form') {
    return oauthFailed(c, 'invalid_request', { message: 'The content type has to be application/x-www-form-urlencoded.' })
  }
  return form === 'repeated' ? oauthFailed(c, 'invalid_request', { message: 'A parameter is given twice.' }) : form
}

function clientOf(c: Context<RecordedEnv>, form: Form, clients: OauthClients): OauthClient | Response {
  const [key, secret] = [form.get('client_key'), form.get('client_secret')]
  if (!key || !secret) return oauthFailed(c, 'invalid_request', { message: 'The client_key or the client_secret is missing.' })
  const client = clients.find(key)
  return client?.secret === secret ? client : oauthFailed(c, 'invalid_client', { message: 'Client key or secret is incorrect.' })
}
