import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { and, eq, like, lt } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import { rateLimits } from '../db/schema.ts'
import { deriveKey } from '../secrets/derive-key.ts'

/** Wrong passwords for one account within the window, from all addresses together. */
const GUESSES = 10
const WINDOW_MS = 15 * 60 * 1000
const PREFIX = 'account:'

/**
 * Counts guesses an account, so that many addresses do not get more tries than one. A browser that has signed in before
 * carries proof of it and counts on its own: nobody can lock the owner out by guessing.
 */
export interface AccountGuard {
  /** Counts an attempt; the answer is 0 when it may go on, else the seconds to wait. */
  attempt(email: string, deviceProof: string | undefined): Promise<number>
  /** After the right password: forgets the attempts of this bucket. */
  succeeded(email: string, deviceProof: string | undefined): Promise<void>
  /** Proof for the browser that it has signed in to this account. */
  deviceProof(email: string): string
}

export function createAccountGuard(db: Db, secret: Uint8Array): AccountGuard {
  const key = deriveKey(secret, 'known-device')
  const account = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
  const proofOf = (email: string, device: string) =>
    createHmac('sha256', key)
      .update(`${device}\n${account(email)}`)
      .digest('base64url')

  function bucket(email: string, proof: string | undefined): string {
    const [device = '', mac = ''] = proof?.split('.') ?? []
    const expected = Buffer.from(proofOf(email, device))
    const given = Buffer.from(mac)
    const isKnown = device !== '' && given.length === expected.length && timingSafeEqual(given, expected)
    return `${PREFIX}${account(email)}${isKnown ? `:${device}` : ''}`
  }

  return {
    async attempt(email, proof) {
      const { count, secondsLeft } = await countUse(db, bucket(email, proof), WINDOW_MS)
      return count <= GUESSES ? 0 : secondsLeft
    },
    async succeeded(email, proof) {
      await db.asSystem(async (tx) => {
        await tx.delete(rateLimits).where(eq(rateLimits.key, bucket(email, proof)))
        // Its own alone: other windows are longer, that of new demos for instance.
        await tx.delete(rateLimits).where(and(like(rateLimits.key, `${PREFIX}%`), lt(rateLimits.lastRequest, Date.now() - 2 * WINDOW_MS)))
      })
    },
    deviceProof(email) {
      const device = randomBytes(12).toString('base64url')
      return `${device}.${proofOf(email, device)}`
    },
  }
}
