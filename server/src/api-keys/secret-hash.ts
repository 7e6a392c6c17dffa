import { createHash } from 'node:crypto'

/** SHA-256 in hexadecimal. A random secret needs no slow hash: 256 bits can't be guessed. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Primary key of a record of the authorization server: without the database, no caller can tell its id from it. */
export const oauthRecordId = (kind: string, id: string): string => `${kind}:${secretHash(id)}`

export const ACCESS_TOKEN = 'AccessToken'
