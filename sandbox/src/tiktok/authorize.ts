import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { consentPage, refusalPage } from '../kit/consent-page.ts'
import { isRegistered, type OauthClient, type OauthClients } from '../kit/oauth-clients.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { redirectBack } from '../kit/oauth2.ts'
import type { Grants } from './grants.ts'
import { USERS, userById, type SampleUser } from './users.ts'
import { SCOPES } from './scopes.ts'

/** As the documents write it, and as many programs do: without the slash at its end. */
const PATHS = ['/v2/auth/authorize/', '/v2/auth/authorize']
/** Cookie of the signed-in sandbox user. */
const SESSION = 'tiktok_sandbox_user'
const REDIRECT_MAX = 512

interface ConsentRequest {
  client: OauthClient
  scopes: string[]
  redirectUri: string
  state: string
  /** SHA-256 of the verifier in lower-case hex, unlike RFC 7636 with its base64url. */
  challenge: string | null
  /** Whether the page is shown although everything was allowed before. */
  isForced: boolean
}

/** The consent page: which account, which scopes, yes or no. */
export function serveAuthorize(app: Hono<RecordedEnv>, { clients, grants }: { clients: OauthClients; grants: Grants }): void {
  app.on('GET', PATHS, (c) => {
    const request = read(c, clients)
    if ('what' in request) return fault(c, request)
    const signedIn = userById(getCookie(c, SESSION) ?? '')
    const standing = signedIn ? (grants.scopesFor(signedIn, request.client.key) ?? []) : []
    if (signedIn && !request.isForced && request.scopes.every((scope) => standing.includes(scope))) {
      return allow(c, request, { user: signedIn, scopes: request.scopes, grants })
    }
    return c.html(
      consentPage({
        provider: 'TikTok',
        client: request.client.name,
        accounts: USERS.map((user) => ({ id: user.id, name: user.displayName, detail: `@${user.username}` })),
        chosen: signedIn?.id ?? 'sandy',
        scopes: request.scopes.map((id) => ({ id, label: SCOPES[id] ?? id })),
      }),
    )
  })

  app.on('POST', PATHS, async (c) => {
    const request = read(c, clients)
    if ('what' in request) return fault(c, request)
    const form = new URLSearchParams(await c.req.text())
    if (form.get('decision') !== 'allow') return deny(c, request)
    const user = userById(form.get('account') ?? '')
    if (!user) return fault(c, invalid('account', 10005, 'choose one.'))
    const scopes = request.scopes.filter((scope) => form.getAll('scope').includes(scope))
    return allow(c, request, { user, scopes, grants })
  })
}

function allow(
  c: Context<RecordedEnv>,
  request: ConsentRequest,
  consent: { user: SampleUser; scopes: string[]; grants: Grants },
): Response {
  const { user, scopes, grants } = consent
  const grant = { clientKey: request.client.key, user, scopes, isRevoked: false }
  const challenge = request.challenge === null ? null : ({ value: request.challenge, digest: 'hex' } as const)
  const code = grants.authorize({ grant, redirectUri: request.redirectUri, challenge, isOffline: true })
  setCookie(c, SESSION, user.id, { path: '/tiktok', httpOnly: true, sameSite: 'Lax' })
  return redirectBack(c, request.redirectUri, { code, scopes: scopes.join(','), state: request.state })
}

function deny(c: Context<RecordedEnv>, request: ConsentRequest): Response {
  const denied = { error: 'access_denied', error_description: 'The user denied the request.', error_type: 'access_denied' }
  return redirectBack(c, request.redirectUri, { ...denied, state: request.state })
}

interface InvalidRequest {
  what: string
  detail: string
}

function invalid(parameter: string, code: number, hint = ''): InvalidRequest {
  return { what: parameter, detail: `errCode=${code}, error_type=${parameter}${hint && `: ${hint}`}` }
}

function fault(c: Context<RecordedEnv>, { what: parameter, detail }: InvalidRequest) {
  return c.html(refusalPage({ provider: 'TikTok', title: `Something went wrong: ${parameter}`, detail }), 400)
}

/** Errors before the redirect URI is verified are shown here, without a redirect. */
function read(c: Context<RecordedEnv>, clients: OauthClients): ConsentRequest | InvalidRequest {
  const query = new URL(c.req.url).searchParams
  const client = clients.find(query.get('client_key') ?? '')
  if (!client) return invalid('client_key', 10003)
  const redirectUri = query.get('redirect_uri') ?? ''
  if (redirectUri.length >= REDIRECT_MAX || !isRegistered(client.redirects, redirectUri)) {
    return invalid('redirect_uri', 10006, 'it has to be one of the registered, letter for letter.')
  }
  if (query.get('response_type') !== 'code') return invalid('response_type', 10004)
  const state = query.get('state')
  if (!state) return invalid('state', 10008)
  const scopes = (query.get('scope') ?? '').split(',')
  if (!scopes.every((scope) => scope in SCOPES)) return invalid('scope', 10009, 'it has to be a list with commas.')
  const challenge = query.get('code_challenge')
  // Desktop registrations (those of this machine) need a challenge; for others it is optional.
  const isDesktop = /^https?:\/\/(localhost|127\.0\.0\.1):\d+\//.test(redirectUri)
  if ((isDesktop && !challenge) || (challenge && query.get('code_challenge_method') !== 'S256')) return invalid('code_challenge', 10007)
  return { client, scopes, redirectUri, state, challenge, isForced: query.get('disable_auto_auth') === '1' }
}
