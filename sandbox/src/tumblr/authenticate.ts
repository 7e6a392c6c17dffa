import type { Context } from 'hono'
import type { Clock } from '../kit/clock.ts'
import type { OauthClient, OauthClients } from '../kit/oauth-clients.ts'
import { formParameters, headerParameters, isSameSignature, sign, type Parameter } from './signature.ts'
import { CLOCK_SKEW, type Tokens } from './tokens.ts'

export interface Authentication {
  clients: OauthClients
  tokens: Tokens
  clock: Clock
  /** The origin under which a caller sees the sandbox: signatures cover it. */
  origin: (c: Context) => string
}

/** A request with a valid signature. */
export interface SignedRequest {
  client: OauthClient
  /** Value of `oauth_token`, if present. */
  token: string | null
  /** All `oauth_` parameters, wherever they came. */
  oauth: ReadonlyMap<string, string>
}

/** RFC 5849 defines only `1.0`. Much code for Tumblr sends `1.0A`, and the platform accepts it. */
const VERSION = /^1\.0a?$/i

/** Checks a signed request by RFC 5849, 3.2: parameters, time, nonce, signature. Returns the reason of a refusal as text. */
export async function authenticate(c: Context, { clients, tokens, clock, origin }: Authentication): Promise<SignedRequest | string> {
  const header = c.req.header('authorization')
  const inHeader = headerParameters(header)
  if (header !== undefined && inHeader === null) return 'oauth header is malformed'
  const { pathname, search, searchParams } = new URL(c.req.url)
  const parameters: Parameter[] = [...(inHeader ?? []), ...(await formOf(c))]
  const oauthParameters = [...searchParams, ...parameters].filter(([name]) => name.startsWith('oauth_'))
  const oauth = new Map(oauthParameters)
  if (oauth.size < oauthParameters.length) return 'an oauth parameter is given twice'
  for (const name of ['oauth_consumer_key', 'oauth_signature', 'oauth_signature_method', 'oauth_timestamp', 'oauth_nonce']) {
    if (!oauth.get(name)) return `${name} required`
  }
  const field = (name: string) => oauth.get(name) ?? ''
  const client = clients.find(field('oauth_consumer_key'))
  if (!client) return 'oauth_consumer_key is not known'
  if (field('oauth_signature_method') !== 'HMAC-SHA1') return 'oauth_signature_method not supported'
  if (oauth.has('oauth_version') && !VERSION.test(field('oauth_version'))) return 'oauth_version not supported'
  if (!isNow(field('oauth_timestamp'), clock)) return 'oauth_timestamp is too far away from our time'
  const token = oauth.get('oauth_token') || null
  const secret = secretOf(token, client, tokens)
  if (secret === null) return 'oauth_token is not known'
  const expected = sign({ method: c.req.method, url: origin(c) + pathname + search, parameters }, client.secret, secret)
  if (!isSameSignature(expected, field('oauth_signature'))) {
    return `oauth_signature [${field('oauth_signature')}] does not match expected value [${expected}]`
  }
  // After the signature, so that no other caller can use up a nonce.
  if (field('oauth_nonce').length < 8) return 'oauth_nonce is too short'
  if (!tokens.isNew(client.key, token ?? '', field('oauth_timestamp'), field('oauth_nonce'))) return 'oauth_nonce was used before'
  return { client, token, oauth }
}

/** The machine's clock, or the adjusted one. */
function isNow(timestamp: string, clock: Clock): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  const machine = clock.seconds() - clock.ahead()
  return [clock.seconds(), machine].some((now) => Math.abs(Number(timestamp) - now) <= CLOCK_SKEW)
}

/** Empty without a token; null for an unknown token or one of another client. */
function secretOf(token: string | null, client: OauthClient, tokens: Tokens): string | null {
  if (token === null) return ''
  const storedToken = tokens.findAccess(token) ?? tokens.findRequest(token)
  return storedToken?.consumerKey === client.key ? storedToken.secret : null
}

/** Only a form counts (3.4.1.3.1): JSON and multipart bodies are not signed. */
async function formOf(c: Context): Promise<Parameter[]> {
  const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')
  return isForm ? formParameters(await c.req.text()) : []
}
