import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** In front of what stands in the database instead of a token. No token begins so: the library makes them of letters and digits. */
const STORED = 'sha256.'

/** What is stored of a session's token: whoever reads the database finds nothing that opens a session. */
export function storedToken(token: string): string {
  return STORED + createHash('sha256').update(token).digest('hex')
}

export function isStoredToken(value: string): boolean {
  return value.startsWith(STORED)
}

/**
 * The token in a signed value (`token.signature`, HMAC-SHA256 in base64) as the accounts library writes it into the cookie and the
 * bearer token; null when the signature is not this instance's.
 */
export function openSignedToken(value: string, secret: string): string | null {
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, Math.max(dot, 0))
  const given = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return token !== '' && given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
