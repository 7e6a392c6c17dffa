import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { APIError } from 'better-auth/api'
import type { Db } from '../db/db.ts'
import { deriveKey } from '../secrets/derive-key.ts'
import { accountHash, countTry, takeBackTry, type TryKind } from './sign-in-tries.ts'

/** Who tries, and what. */
export interface Guess {
  kind: TryKind
  email: string
  /** What the browser carries from an earlier sign-in. */
  deviceProof: string | undefined
}

/**
 * Counts guesses an account, so that many addresses do not get more tries than one. A browser that has signed in before carries proof of it and
 * has some tries that strangers cannot use up: nobody can lock the owner out by guessing.
 */
export interface AccountGuard {
  /** Counts an attempt; the answer is 0 when it may go on, else the seconds to wait. */
  attempt(guess: Guess): Promise<number>
  /** After the right password or code, which is no guess. */
  succeeded(guess: Guess): Promise<void>
  /** Proof for the browser that it has signed in to this account. */
  deviceProof(email: string): string
}

export function createAccountGuard(db: Db, secret: Uint8Array): AccountGuard {
  const key = deriveKey(secret, 'known-device')
  const proofOf = (email: string, device: string) =>
    createHmac('sha256', key)
      .update(`${device}\n${accountHash(email)}`)
      .digest('base64url')

  function isKnown({ email, deviceProof }: Guess): boolean {
    const [device = '', mac = ''] = deviceProof?.split('.') ?? []
    const expected = Buffer.from(proofOf(email, device))
    const given = Buffer.from(mac)
    return device !== '' && given.length === expected.length && timingSafeEqual(given, expected)
  }

  return {
    attempt: (guess) => countTry(db, { kind: guess.kind, email: guess.email, isKnown: isKnown(guess) }),
    succeeded: (guess) => takeBackTry(db, { kind: guess.kind, email: guess.email, isKnown: isKnown(guess) }),
    deviceProof(email) {
      const device = randomBytes(12).toString('base64url')
      return `${device}.${proofOf(email, device)}`
    },
  }
}

export function tooManyTries(seconds: number): APIError {
  const message = `Too many requests. Please try again in ${seconds} seconds.`
  return new APIError('TOO_MANY_REQUESTS', { code: 'RATE_LIMITED', message }, { 'retry-after': String(seconds) })
}
