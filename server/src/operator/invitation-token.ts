import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { deriveKey } from '../secrets/derive-key.ts'

/** What an invitation's link holds: its id, and a proof that this instance made it. It can be made anew at any time, and is kept nowhere. */
export function invitationToken(secretKey: Uint8Array, id: string): string {
  return `${id}.${proofOf(secretKey, id)}`
}

/** Where the account is made: a path of the product. */
export function invitationPath(secretKey: Uint8Array, id: string): string {
  return `/auth?invitation=${invitationToken(secretKey, id)}`
}

/** The id within; null for what this instance did not make. */
export function openInvitationToken(secretKey: Uint8Array, token: string): string | null {
  const [id = '', proof = '', ...rest] = token.split('.')
  if (rest.length > 0 || !z.uuid().safeParse(id).success) return null
  const [expected, given] = [Buffer.from(proofOf(secretKey, id)), Buffer.from(proof)]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : null
}

function proofOf(secretKey: Uint8Array, id: string): string {
  return createHmac('sha256', deriveKey(secretKey, 'invitations')).update(id).digest('base64url')
}
