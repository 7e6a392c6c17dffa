import type { Context, Hono } from 'hono'
import type { Clock } from '../kit/clock.ts'
import type { OauthClient, OauthClients } from '../kit/oauth-clients.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { oauthFailed } from './responses.ts'
import { matchesChallenge, bearerOf, readForm, type TokenLifetimes } from '../kit/oauth2.ts'
import type { Grant, Grants } from './grants.ts'
import { idTokenOf, publishedKeys } from './id-token.ts'
import { seesEmail, seesProfile } from './scopes.ts'

interface Parts {
  clients: OauthClients
  grants: Grants
  lives: TokenLifetimes
  clock: Clock
}

/** Codes and refresh tokens for access tokens, their end, and who a token belongs to. */
export function serveTokens(app: Hono<RecordedEnv>, parts: Parts): void {
  const { clients, grants } = parts
  app.post('/oauth2/token', async (c) => {
    const form = await readForm(c)
    if (typeof form === 'string') return oauthFailed('invalid_request', 'Invalid request body.')
    const [id, secret] = basicOf(c) ?? [form.get('client_id'), form.get('client_secret')]
    const client = clients.find(id ?? '')
    if (!client) return oauthFailed('invalid_client', 'The OAuth client was not found.', 401)
    if (client.secret !== secret) return oauthFailed('invalid_client', 'Unauthorized', 401)
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return exchange(form, client, parts)
      case 'refresh_token':
        return refresh(form, client, parts)
      default:
        return oauthFailed('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)
    }
  })

  // Only POST: the real endpoint answers 404 to GET.
  app.post('/oauth2/revoke', async (c) => {
    const form = await readForm(c)
    const token = (typeof form === 'string' ? undefined : form.get('token')) ?? c.req.query('token')
    if (!token) return oauthFailed('invalid_request', 'Missing token')
    const grant = grants.grantOf(token) ?? grants.grantOfRefresh(token)
    if (!grant) return oauthFailed('invalid_token', 'Token expired or revoked')
    grants.revoke(grant.user, grant.clientKey)
    return Response.json({})
  })

  app.get('/oauth2/v3/certs', () => Response.json(publishedKeys()))

  app.get('/openidconnect/v1/userinfo', (c) => {
    const grant = grants.grantOf(bearerOf(c))
    if (!grant) return oauthFailed('invalid_request', 'Invalid Credentials', 401)
    return Response.json(userInfo(grant))
  })
}

/** Who calls, in the header, where RFC 6749, 2.3.1 would have it; most callers write it into the form. */
function basicOf(c: Context): (string | undefined)[] | null {
  const credentials = /^Basic (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (credentials === undefined) return null
  const [id, secret] = Buffer.from(credentials, 'base64').toString().split(':')
  return [id, secret]
}

function exchange(form: Map<string, string>, client: OauthClient, { grants, lives, clock }: Parts): Response {
  const code = form.get('code')
  if (!code) return oauthFailed('invalid_request', 'Missing required parameter: code')
  const spent = grants.spend(code, client.key)
  if (!spent) return oauthFailed('invalid_grant', 'Malformed auth code.')
  if (spent.redirectUri !== form.get('redirect_uri')) return oauthFailed('redirect_uri_mismatch', 'Bad Request')
  const verifier = form.get('code_verifier')
  if (spent.challenge ? !matchesChallenge(verifier ?? '', spent.challenge) : verifier !== undefined) {
    return oauthFailed('invalid_grant', verifier === undefined ? 'Missing code verifier.' : 'Invalid code verifier.')
  }
  const { grant, isOffline } = spent
  const accessToken = grants.issueAccess(grant)
  return respond({ grant, lives, clock, accessToken, refreshToken: isOffline ? grants.issueRefresh(grant) : undefined })
}

function refresh(form: Map<string, string>, client: OauthClient, { grants, lives, clock }: Parts): Response {
  const token = form.get('refresh_token')
  if (!token) return oauthFailed('invalid_request', 'Missing required parameter: refresh_token')
  const grant = grants.grantOfRefresh(token, client.key)
  if (!grant) return oauthFailed('invalid_grant', 'Token has been expired or revoked.')
  return respond({ grant, lives, clock, accessToken: grants.issueAccess(grant), refreshToken: undefined })
}

interface TokenResult {
  grant: Grant
  lives: TokenLifetimes
  clock: Clock
  accessToken: string
  refreshToken: string | undefined
}

function respond({ grant, lives, clock, accessToken, refreshToken }: TokenResult): Response {
  const body = {
    access_token: accessToken,
    expires_in: lives.accessSeconds,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    // In any order.
    scope: grant.scopes.toReversed().join(' '),
    token_type: 'Bearer',
    ...(grant.scopes.includes('openid') && { id_token: idTokenOf(grant, { clock, seconds: lives.accessSeconds }) }),
  }
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

function userInfo({ user, scopes }: Grant) {
  const [givenName = '', ...rest] = user.name.split(' ')
  const image = `https://lh3.googleusercontent.com/a/sandbox-${user.id}=s96-c`
  return {
    sub: user.id,
    ...(seesEmail(scopes) && { email: user.email, email_verified: true }),
    ...(seesProfile(scopes) && { name: user.name, given_name: givenName, family_name: rest.join(' '), picture: image }),
  }
}
