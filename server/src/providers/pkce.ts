import { createHash, randomBytes } from 'node:crypto'

/** RFC 7636, 4.1. */
const VERIFIER_BYTES = 32

/** A PKCE verifier (RFC 7636): 43 characters. */
export function newVerifier(): string {
  return randomBytes(VERIFIER_BYTES).toString('base64url')
}

/** The S256 challenge of a verifier: base64url as in RFC 7636, or lowercase `hex` for a provider that deviates from it. */
export function challengeOf(verifier: string, encoding: 'base64url' | 'hex' = 'base64url'): string {
  return createHash('sha256').update(verifier, 'ascii').digest(encoding)
}
