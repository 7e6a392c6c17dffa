import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { deriveKey } from '../secrets/derive-key.ts'
import type { Secrets } from '../config/secret-key.ts'

/** The token of an invitation link: its id and an HMAC by this instance. Reproducible, hence not stored. */
export function invitationToken(secretKey: Uint8Array, id: string): string {
  return `${id}.${proofOf(secretKey, id)}`
}

/** Path of the sign-up page with the invitation. */
export function invitationPath(secretKey: Uint8Array, id: string): string {
  return `/auth?invitation=${invitationToken(secretKey, id)}`
}

/** The invitation's id; null for a token that isn't this instance's. */
export function openInvitationToken({ secretKey, olderSecretKeys }: Secrets, token: string): string | null {
  const [id = '', proof = '', ...rest] = token.split('.')
  if (rest.length > 0 || !z.uuid().safeParse(id).success) return null
  const received = Buffer.from(proof)
  const isProof = (secret: Uint8Array): boolean => {
    const expected = Buffer.from(proofOf(secret, id))
    return received.length === expected.length && timingSafeEqual(received, expected)
  }
  return [secretKey, ...olderSecretKeys].some(isProof) ? id : null
}

function proofOf(secretKey: Uint8Array, id: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'invitations')).update(id).digest('base64url')
}
