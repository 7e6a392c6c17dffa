import { createHmac, randomBytes } from 'node:crypto'
import type { ClientKeys } from '../account.ts'
import { signingTime } from './signing-clock.ts'

/** A request as far as its signature covers it. */
export interface SignedRequest {
  method: string
  /** With its query; a fragment is not signed. */
  url: string
  /** Fields of a form body (`application/x-www-form-urlencoded`) alone: JSON and multipart bodies are not signed. */
  form?: readonly (readonly [string, string])[]
  /** Protocol parameters beside the usual ones: `oauth_callback`, `oauth_verifier`. */
  extra?: Record<string, string>
}

/** A token and its secret: of the account, or of a request in progress. */
export interface SigningToken {
  token: string
  secret: string
}

export interface SigningParts {
  /** Seconds since 1970. */
  timestamp: () => number
  /** New for every request, repeats included. */
  nonce: () => string
}

const PARTS: SigningParts = {
  timestamp: signingTime,
  nonce: () => randomBytes(16).toString('hex'),
}

/** RFC 3986: only letters, digits and `- . _ ~` stay; encodeURIComponent leaves five more. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** RFC 5849, 3.4.1: method, address without query, and all parameters in order. */
export function signatureBase({ method, url, form = [] }: SignedRequest, oauth: Record<string, string>): string {
  const address = new URL(url)
  const parameters = [...address.searchParams, ...form, ...Object.entries(oauth)]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    // By bytes, which for encoded text is the order of its code units.
    .toSorted(([aName, aValue], [bName, bValue]) => compare(aName, bName) || compare(aValue, bValue))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  // `origin` is in lower case, without a default port and with any other.
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

/** The `Authorization` header of a signed request; without a token for the first step of all. */
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
