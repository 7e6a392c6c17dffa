import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { deriveKey } from '../secrets/derive-key.ts'
import type { Secrets } from '../config/secret-key.ts'

/** What an invitation's link holds: its id, and a proof that this instance made it. It can be made anew at any time, and is kept nowhere. */
export function invitationToken(secretKey: Uint8Array, id: string): string {
  return `${id}.${proofOf(secretKey, id)}`
}

/** Where the account is made: a path of the product. */
export function invitationPath(secretKey: Uint8Array, id: string): string {
  return `/auth?invitation=${invitationToken(secretKey, id)}`
}

/** The id within; null for what this instance did not make. */
export function openInvitationToken({ secretKey, olderSecretKeys }: Secrets, token: string): string | null {
  const [id = '', proof = '', ...rest] = token.split('.')
  if (rest.length > 0 || !z.uuid().safeParse(id).success) return null
  const given = Buffer.from(proof)
  const isProof = (secret: Uint8Array): boolean => {
    const expected = Buffer.from(proofOf(secret, id))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  return [secretKey, ...olderSecretKeys].some(isProof) ? id : null
}

function proofOf(secretKey: Uint8Array, id: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'invitations')).update(id).digest('base64url')
}
