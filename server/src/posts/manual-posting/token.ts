import { createHash, randomBytes } from 'node:crypto'

/** 256 bits cannot be guessed. */
const TOKEN_BYTES = 32

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The database stores this digest of a token, in hex. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
