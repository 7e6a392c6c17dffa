import { createHmac } from 'node:crypto'
import { deriveTexts } from '../secrets/derive-key.ts'
import type { Secrets } from '../config/secret-key.ts'
import { openSignedToken } from './session-token.ts'

/** Prefix of every cookie of the accounts library; over https the library prepends more. */
export const COOKIE_PREFIX = 'ninesixteen'
const OUR_COOKIE = new RegExp(`^(?:__Secure-)?${COOKIE_PREFIX}\\.`)

/** The accounts library's signing keys: signs with the first, accepts any. */
const derived = new WeakMap<Uint8Array, { older: readonly Uint8Array[]; texts: [string, ...string[]] }>()

export function authSecrets({ secretKey, olderSecretKeys }: Secrets): [string, ...string[]] {
  const cached = derived.get(secretKey)
  if (cached?.older === olderSecretKeys) return cached.texts
  const texts = deriveTexts({ secretKey, olderSecretKeys }, 'auth')
  derived.set(secretKey, { older: olderSecretKeys, texts })
  return texts
}

/** The token in a value that any of this instance's keys signed. */
export function verifyWithAny(value: string, secrets: Secrets): string | null {
  for (const secret of authSecrets(secrets)) {
    const token = openSignedToken(value, secret)
    if (token !== null) return token
  }
  return null
}

/**
 * Re-signs a request's headers with the current key, for the accounts library, which knows no other. Cookies that it sets have the current
 * signature, so that sessions in use migrate within a day.
 */
export function withCurrentSignatures(sent: Headers, secrets: Secrets): Headers {
  const headers = new Headers(sent)
  if (secrets.olderSecretKeys.length === 0) return headers
  const bearer = /^bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (bearer !== undefined) headers.set('authorization', `Bearer ${inFront(bearer, secrets)}`)
  const cookie = headers.get('cookie')
  if (cookie !== null)
    headers.set(
      'cookie',
      cookie
        .split(/; */)
        .map((pair) => pairInFront(pair, secrets))
        .join('; '),
    )
  return headers
}

function pairInFront(pair: string, secrets: Secrets): string {
  const equals = pair.indexOf('=')
  const name = pair.slice(0, Math.max(equals, 0)).trim()
  return OUR_COOKIE.test(name) ? `${name}=${inFront(pair.slice(equals + 1), secrets)}` : pair
}

/** The value with the current signature if an older key signed it, otherwise unchanged. */
function inFront(sent: string, secrets: Secrets): string {
  const value = decoded(sent)
  const [current, ...older] = authSecrets(secrets)
  for (const secret of older) {
    const token = openSignedToken(value, secret)
    if (token !== null) return encodeURIComponent(`${token}.${createHmac('sha256', current).update(token).digest('base64')}`)
  }
  return sent
}

/** URL-decoded if it was encoded. */
export function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return value
    throw error
  }
}
