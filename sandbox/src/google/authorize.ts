import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { consentPage, refusalPage } from '../kit/consent-page.ts'
import { isRegistered, type OauthClient, type OauthClients } from '../kit/oauth-clients.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { type Challenge, redirectBack } from '../kit/oauth2.ts'
import { type Grants, USERS, type SampleUser, userById } from './grants.ts'
import { isOptional, readScopes, SCOPES } from './scopes.ts'

/** Who is signed in to the imitated Google in this browser. */
const SESSION = 'google_sandbox_user'
const PATH = '/accounts/o/oauth2/v2/auth'
const CHALLENGE = /^[\w\-.~]{43,128}$/
const PROMPTS = ['none', 'consent', 'select_account']

interface ConsentRequest {
  client: OauthClient
  scopes: string[]
  redirectUri: string
  state: string | null
  challenge: Challenge | null
  isOffline: boolean
  prompts: string[]
  loginHint: string | null
}

interface InvalidRequest {
  error: string
  detail: string
}

/** The consent page: which account, whether Drive too, yes or no. */
export function serveAuthorize(app: Hono<RecordedEnv>, { clients, grants }: { clients: OauthClients; grants: Grants }): void {
  app.get(PATH, (c) => {
    const request = read(new URL(c.req.url).searchParams, clients)
    if ('error' in request) return rejectRequest(c, request)
    const signedIn = userById(getCookie(c, SESSION) ?? '')
    const isAgreed = signedIn !== undefined && grants.scopesFor(signedIn, request.client.key) !== null
    if (isAgreed && !request.prompts.includes('consent') && !request.prompts.includes('select_account')) {
      return allow(c, request, { user: signedIn, scopes: request.scopes, grants })
    }
    if (request.prompts.includes('none'))
      return redirectBack(c, request.redirectUri, { state: request.state, error: 'interaction_required' })
    const hinted = USERS.find((user) => user.email === request.loginHint)
    return c.html(
      consentPage({
        provider: 'Google',
        client: request.client.name,
        accounts: USERS.map(({ id, name, email }) => ({ id, name, detail: email })),
        chosen: (hinted ?? signedIn ?? USERS[0])?.id ?? '',
        scopes: request.scopes.filter(isOptional).map((id) => ({ id, label: SCOPES[id] ?? id })),
        summary: 'Choose the account. Its name, email address and picture are shared with the application.',
      }),
    )
  })

  app.post(PATH, async (c) => {
    const request = read(new URL(c.req.url).searchParams, clients)
    if ('error' in request) return rejectRequest(c, request)
    const form = new URLSearchParams(await c.req.text())
    if (form.get('decision') !== 'allow') return redirectBack(c, request.redirectUri, { state: request.state, error: 'access_denied' })
    const user = userById(form.get('account') ?? '')
    if (!user) return rejectRequest(c, { error: 'invalid_request', detail: 'Choose an account.' })
    const ticked = form.getAll('scope')
    return allow(c, request, { user, scopes: request.scopes.filter((scope) => !isOptional(scope) || ticked.includes(scope)), grants })
  })
}

function allow(
  c: Context<RecordedEnv>,
  request: ConsentRequest,
  consent: { user: SampleUser; scopes: string[]; grants: Grants },
): Response {
  const { user, scopes, grants } = consent
  const { client, redirectUri, state, challenge, prompts } = request
  // Offline access returns a refresh token the first time; later only after another consent.
  const isOffline = request.isOffline && (prompts.includes('consent') || grants.scopesFor(user, client.key) === null)
  const grant = { clientKey: client.key, user, scopes, isRevoked: false }
  const code = grants.authorize({ grant, redirectUri, challenge, isOffline })
  setCookie(c, SESSION, user.id, { path: '/google', httpOnly: true, sameSite: 'Lax' })
  return redirectBack(c, redirectUri, { state, code, scope: scopes.join(' '), authuser: '0', prompt: prompts[0] ?? 'none' })
}

function rejectRequest(c: Context<RecordedEnv>, { error, detail }: InvalidRequest) {
  return c.html(refusalPage({ provider: 'Google', title: `Access blocked: ${error}`, detail }), 400)
}

/** Whatever is wrong with the request is shown here: none of these ever reaches the redirect address. */
function read(query: URLSearchParams, clients: OauthClients): ConsentRequest | InvalidRequest {
  const client = clients.find(query.get('client_id') ?? '')
  if (!client) return { error: 'invalid_client', detail: 'The OAuth client was not found.' }
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!isRegistered(client.redirects, redirectUri)) {
    return { error: 'redirect_uri_mismatch', detail: `${redirectUri || 'No address'} is not registered for this client.` }
  }
  if (query.get('response_type') !== 'code') return { error: 'unsupported_response_type', detail: 'Only code is known here.' }
  const scopes = readScopes(query.get('scope') ?? '')
  if (!scopes) return { error: 'invalid_scope', detail: 'Some requested scopes were invalid. They are separated by spaces.' }
  const accessType = query.get('access_type') ?? 'online'
  if (!['online', 'offline'].includes(accessType)) return { error: 'invalid_request', detail: `Invalid parameter value for access_type.` }
  const prompts = (query.get('prompt') ?? '').split(' ').filter(Boolean)
  if (!prompts.every((prompt) => PROMPTS.includes(prompt)) || (prompts.includes('none') && prompts.length > 1)) {
    return { error: 'invalid_request', detail: 'Invalid parameter value for prompt.' }
  }
  const challenge = readChallenge(query)
  if (challenge === 'wrong') return { error: 'invalid_request', detail: 'Invalid parameter value for code_challenge.' }
  const loginHint = query.get('login_hint')
  return { client, scopes, redirectUri, state: query.get('state'), challenge, isOffline: accessType === 'offline', prompts, loginHint }
}

function readChallenge(query: URLSearchParams): ConsentRequest['challenge'] | 'wrong' {
  const value = query.get('code_challenge')
  const method = query.get('code_challenge_method') ?? 'plain'
  if (value === null) return query.has('code_challenge_method') ? 'wrong' : null
  if (!CHALLENGE.test(value) || (method !== 'S256' && method !== 'plain')) return 'wrong'
  return { value, digest: method === 'S256' ? 'base64url' : 'plain' }
}
