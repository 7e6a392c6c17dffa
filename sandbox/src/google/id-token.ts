import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { Clock } from '../kit/clock.ts'
import { seesEmail, seesProfile } from './scopes.ts'
import type { Grant } from './grants.ts'

const ISSUER = 'https://accounts.google.com'

interface Signer {
  privateKey: KeyObject
  /** As it is published. */
  jwk: Record<string, unknown>
}

let signer: Signer | null = null

/** Created on first use, because it takes a moment. */
function signerOf(): Signer {
  if (signer) return signer
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { kty, n, e } = publicKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(String(n)).digest('hex').slice(0, 40)
  signer = { privateKey, jwk: { kty, n, e, kid, alg: 'RS256', use: 'sig' } }
  return signer
}

/** The keys that verify tokens. */
export function publishedKeys(): { keys: Record<string, unknown>[] } {
  return { keys: [signerOf().jwk] }
}

/** The signed identity (OpenID Connect Core, 2) for the scope `openid`. */
export function idTokenOf(grant: Grant, { clock, seconds }: { clock: Clock; seconds: number }): string {
  const { privateKey, jwk } = signerOf()
  const { user, clientKey, scopes } = grant
  const now = clock.seconds()
  const claims = {
    iss: ISSUER,
    azp: clientKey,
    aud: clientKey,
    sub: user.id,
    ...(seesEmail(scopes) && { email: user.email, email_verified: true }),
    ...(seesProfile(scopes) && { name: user.name }),
    iat: now,
    exp: now + seconds,
  }
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'RS256', kid: jwk['kid'], typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
}
