import { createHash } from 'node:crypto'

/** What is kept of the token in an address from which a platform fetches a file. */
export function mediaTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
