import { createHmac, timingSafeEqual } from 'node:crypto'

/** A parameter of a request, decoded. Names may repeat. */
export type Parameter = [name: string, value: string]

/** Percent-encoding of RFC 5849, 3.6: everything but letters, digits and `-._~`, as UTF-8. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** The parameters of an `Authorization: OAuth ...` header (3.5.1); null when it is not one. */
export function headerParameters(header: string | undefined): Parameter[] | null {
  const list = /^OAuth\s+(.*)$/is.exec(header ?? '')?.[1]
  if (list === undefined) return null
  const parameters: Parameter[] = []
  for (const part of list.split(',')) {
    const [, name, value] = /^\s*([^=\s]+)="([^"]*)"\s*$/.exec(part) ?? []
    if (name === undefined || value === undefined) return null
    const pair: Parameter | null = decoded(name, value)
    if (!pair) return null
    parameters.push(pair)
  }
  return parameters
}

function decoded(name: string, value: string): Parameter | null {
  try {
    return [decodeURIComponent(name), decodeURIComponent(value)]
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** `application/x-www-form-urlencoded` text as parameters (3.4.1.3.1): `+` is a space. */
export function formParameters(text: string): Parameter[] {
  return [...new URLSearchParams(text)]
}

interface Signed {
  method: string
  /** Scheme, host, a port that is not the default, and path, as the provider is reached; a query in it counts. */
  url: string
  /** From the header and a form body. */
  parameters: readonly Parameter[]
}

/** The text that is signed (3.4.1). */
export function baseString({ method, url, parameters }: Signed): string {
  const { protocol, host, pathname, searchParams } = new URL(url)
  const counted = [...searchParams, ...parameters].filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
  const normalized = counted
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([nameA, valueA], [nameB, valueB]) => byCode(nameA, nameB) || byCode(valueA, valueB))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return [method.toUpperCase(), `${protocol}//${host}${pathname}`, normalized].map(encode).join('&')
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** HMAC-SHA1 over the base string (3.4.2), in base64. */
export function sign(request: Signed, consumerSecret: string, tokenSecret = ''): string {
  return createHmac('sha1', `${encode(consumerSecret)}&${encode(tokenSecret)}`)
    .update(baseString(request))
    .digest('base64')
}

export function isSameSignature(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)]
  return a.length === b.length && timingSafeEqual(a, b)
}
