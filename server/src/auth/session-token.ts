import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Prefix of stored hashes. No token begins with it: the library generates letters and digits. */
const STORED = 'sha256.'

/** The stored form of a session token, a hash: a reader of the database can't open a session with it. */
export function storedToken(token: string): string {
  return STORED + createHash('sha256').update(token).digest('hex')
}

export function isStoredToken(value: string): boolean {
  return value.startsWith(STORED)
}

/**
 * The token in a signed value (`token.signature`, HMAC-SHA256 in base64), the accounts library's format for cookies and bearer tokens; null
 * if the signature isn't this instance's.
 */
export function openSignedToken(value: string, secret: string): string | null {
  const dot = value.lastIndexOf('.')
  const token = value.slice(0, Math.max(dot, 0))
  const received = Buffer.from(value.slice(dot + 1), 'base64')
  const expected = createHmac('sha256', secret).update(token).digest()
  return token !== '' && received.length === expected.length && timingSafeEqual(received, expected) ? token : null
}
