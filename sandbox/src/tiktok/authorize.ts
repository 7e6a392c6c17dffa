import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { consentPage, refusalPage } from '../kit/consent-page.ts'
import { isRegistered, type OauthClient, type OauthClients } from '../kit/oauth-clients.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { redirectBack } from '../kit/oauth2.ts'
import type { Grants } from './grants.ts'
import { PEOPLE, userById, type SampleUser } from './users.ts'
import { SCOPES } from './scopes.ts'

/** As the documents write it, and as many programs do: without the slash at its end. */
const PATHS = ['/v2/auth/authorize/', '/v2/auth/authorize']
/** Cookie of the signed-in sandbox user. */
const SESSION = 'tiktok_sandbox_person'
const REDIRECT_MAX = 512

interface Asked {
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
    const asked = read(c, clients)
    if ('what' in asked) return fault(c, asked)
    const signedIn = userById(getCookie(c, SESSION) ?? '')
    const standing = signedIn ? (grants.scopesFor(signedIn, asked.client.key) ?? []) : []
    if (signedIn && !asked.isForced && asked.scopes.every((scope) => standing.includes(scope))) {
      return allow(c, asked, { person: signedIn, scopes: asked.scopes, grants })
    }
    return c.html(
      consentPage({
        provider: 'TikTok',
        client: asked.client.name,
        accounts: PEOPLE.map((person) => ({ id: person.id, name: person.displayName, detail: `@${person.username}` })),
        chosen: signedIn?.id ?? 'sandy',
        scopes: asked.scopes.map((id) => ({ id, label: SCOPES[id] ?? id })),
      }),
    )
  })

  app.on('POST', PATHS, async (c) => {
    const asked = read(c, clients)
    if ('what' in asked) return fault(c, asked)
    const form = new URLSearchParams(await c.req.text())
    if (form.get('decision') !== 'allow') return deny(c, asked)
    const person = userById(form.get('account') ?? '')
    if (!person) return fault(c, wrong('account', 10005, 'choose one.'))
    const scopes = asked.scopes.filter((scope) => form.getAll('scope').includes(scope))
    return allow(c, asked, { person, scopes, grants })
  })
}

function allow(c: Context<RecordedEnv>, asked: Asked, given: { person: SampleUser; scopes: string[]; grants: Grants }): Response {
  const { person, scopes, grants } = given
  const grant = { clientKey: asked.client.key, person, scopes, isRevoked: false }
  const challenge = asked.challenge === null ? null : ({ value: asked.challenge, digest: 'hex' } as const)
  const code = grants.authorize({ grant, redirectUri: asked.redirectUri, challenge, isOffline: true })
  setCookie(c, SESSION, person.id, { path: '/tiktok', httpOnly: true, sameSite: 'Lax' })
  return redirectBack(c, asked.redirectUri, { code, scopes: scopes.join(','), state: asked.state })
}

function deny(c: Context<RecordedEnv>, asked: Asked): Response {
  const denied = { error: 'access_denied', error_description: 'The user denied the request.', error_type: 'access_denied' }
  return redirectBack(c, asked.redirectUri, { ...denied, state: asked.state })
}

interface Wrong {
  what: string
  detail: string
}

function wrong(what: string, code: number, hint = ''): Wrong {
  return { what, detail: `errCode=${code}, error_type=${what}${hint && `: ${hint}`}` }
}

function fault(c: Context<RecordedEnv>, { what, detail }: Wrong) {
  return c.html(refusalPage({ provider: 'TikTok', title: `Something went wrong: ${what}`, detail }), 400)
}

/** Whatever is wrong before the redirect address is known to be right is shown here and never sent there. */
function read(c: Context<RecordedEnv>, clients: OauthClients): Asked | Wrong {
  const query = new URL(c.req.url).searchParams
  const client = clients.find(query.get('client_key') ?? '')
  if (!client) return wrong('client_key', 10003)
  const redirectUri = query.get('redirect_uri') ?? ''
  if (redirectUri.length >= REDIRECT_MAX || !isRegistered(client.redirects, redirectUri)) {
    return wrong('redirect_uri', 10006, 'it has to be one of the registered, letter for letter.')
  }
  if (query.get('response_type') !== 'code') return wrong('response_type', 10004)
  const state = query.get('state')
  if (!state) return wrong('state', 10008)
  const scopes = (query.get('scope') ?? '').split(',')
  if (!scopes.every((scope) => scope in SCOPES)) return wrong('scope', 10009, 'it has to be a list with commas.')
  const challenge = query.get('code_challenge')
  // Desktop registrations (the ones of this machine) need a challenge; others may do without.
  const isDesktop = /^https?:\/\/(localhost|127\.0\.0\.1):\d+\//.test(redirectUri)
  if ((isDesktop && !challenge) || (challenge && query.get('code_challenge_method') !== 'S256')) return wrong('code_challenge', 10007)
  return { client, scopes, redirectUri, state, challenge, isForced: query.get('disable_auto_auth') === '1' }
}
