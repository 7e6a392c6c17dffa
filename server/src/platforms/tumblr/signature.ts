import { createHmac, randomBytes } from 'node:crypto'
import type { ClientKeys } from '../account.ts'
import { databaseNow } from '../../database-clock.ts'

/** Clock difference from which a 401 is attributed to it, in seconds: far below what platforms tolerate. */
const APART_MAX = 60

/** Seconds that Tumblr's clock is ahead of the database's; 0 until a 401 shows otherwise. */
let ahead = 0

/** Seconds since 1970, for a signature. */
export function signingTime(): number {
  return Math.floor(databaseNow() / 1000) + ahead
}

/**
 * A wrong timestamp causes the same 401 as a revoked account. This learns Tumblr's time from the response, so that the check that follows a
 * 401 succeeds and the account stays connected.
 */
export function learnTime({ status, headers }: Response): void {
  if (status !== 401) return
  const serverTime = Date.parse(headers.get('date') ?? '') / 1000
  const apart = Math.round(serverTime - signingTime())
  if (Math.abs(apart) > APART_MAX) ahead += apart
}

/** The parts of a request that its signature covers. */
export interface SignedRequest {
  method: string
  /** Includes the query; a fragment isn't signed. */
  url: string
  /** Fields of an `application/x-www-form-urlencoded` body. JSON and multipart bodies aren't signed. */
  form?: readonly (readonly [string, string])[]
  /** More protocol parameters: `oauth_callback`, `oauth_verifier`. */
  extra?: Record<string, string>
}

/** An access token or request token, with its secret. */
export interface SigningToken {
  token: string
  secret: string
}

export interface SigningParts {
  /** Seconds since 1970. */
  timestamp: () => number
  /** Unique for every request, including retries. */
  nonce: () => string
}

const PARTS: SigningParts = {
  timestamp: signingTime,
  nonce: () => randomBytes(16).toString('hex'),
}

/** RFC 3986: only letters, digits and `- . _ ~` stay unescaped; encodeURIComponent leaves five more. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** RFC 5849, 3.4.1: method, URL without query, and all parameters in order. */
export function signatureBase({ method, url, form = [] }: SignedRequest, oauth: Record<string, string>): string {
  const address = new URL(url)
  const parameters = [...address.searchParams, ...form, ...Object.entries(oauth)]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    // By bytes, which for encoded text is the order of its code units.
    .toSorted(([aName, aValue], [bName, bValue]) => compare(aName, bName) || compare(aValue, bValue))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  // `origin` is lower case and omits default ports.
  return [method.toUpperCase(), encode(address.origin + address.pathname), encode(parameters)].join('&')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** HMAC-SHA1 of the base string, keyed by both secrets (RFC 5849, 3.4.2). */
export function signature(base: string, client: ClientKeys, tokenSecret: string): string {
  return createHmac('sha1', `${encode(client.secret)}&${encode(tokenSecret)}`)
    .update(base)
    .digest('base64')
}

/** The `Authorization` header of a signed request. The first step of OAuth has no token. */
export function authorization(
  request: SignedRequest,
  { client, token }: { client: ClientKeys; token?: SigningToken },
  { timestamp, nonce }: SigningParts = PARTS,
): string {
  const oauth: Record<string, string> = {
    oauth_consumer_key: client.key,
    oauth_nonce: nonce(),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(timestamp()),
    ...(token && { oauth_token: token.token }),
    oauth_version: '1.0',
    ...request.extra,
  }
  const signed = { ...oauth, oauth_signature: signature(signatureBase(request, oauth), client, token?.secret ?? '') }
  const fields = Object.entries(signed).map(([name, value]) => `${encode(name)}="${encode(value)}"`)
  return `OAuth ${fields.toSorted().join(', ')}`
}
