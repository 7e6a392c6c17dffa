import { createHash, randomBytes } from 'node:crypto'

/** 256 bits: nobody guesses one. */
const TOKEN_BYTES = 32

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is kept of a token to know it again, in hex. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
