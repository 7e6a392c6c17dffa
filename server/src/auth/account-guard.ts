import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { APIError } from 'better-auth/api'
import { and, eq, isNotNull } from 'drizzle-orm'
import { AppError, ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { deriveKeys } from '../secrets/derive-key.ts'
import type { Secrets } from '../config/secret-key.ts'
import { accountHash, countAttempt, deleteAttempts, refundAttempt, type AttemptKind } from './sign-in-attempts.ts'
import { users } from '../db/schema-accounts.ts'

/** An attempt to sign in. */
export interface SignInGuess {
  kind: AttemptKind
  email: string
  /** The browser's cookie from an earlier sign-in. */
  deviceProof: string | undefined
}

/**
 * Counts guesses per account, so that many networks don't get more tries than one. A browser that has signed in before carries proof of it
 * and has tries that others can't use up: guessing locks the owner out of new devices at most, until a recovery by mail.
 */
export interface AccountGuard {
  /** Counts an attempt; returns 0 if allowed, else the seconds to wait. */
  attempt(guess: SignInGuess): Promise<number>
  /** Call after the right password or code, which then isn't counted as a guess. */
  succeeded(guess: SignInGuess): Promise<void>
  /** Call after a password reset by mail: earlier guesses no longer lock the owner out. */
  reset(email: string): Promise<void>
  /** Whether the browser has signed in to this account before. */
  isKnownDevice(email: string, deviceProof: string | undefined): boolean
  /** The browser's cookie, with proof for this account added. */
  deviceProof(email: string, deviceProof: string | undefined): string
}

/** Accounts per browser: enough for a family, not for a café. */
const PROOFS = 4
const SEPARATOR = '~'

export function createAccountGuard(db: Db, secrets: Secrets): AccountGuard {
  const keys = deriveKeys(secrets, 'known-device')
  const proofOf = (email: string, device: string, key: Buffer = keys[0]) =>
    createHmac('sha256', key)
      .update(`${device}\n${accountHash(email)}`)
      .digest('base64url')

  function isProof(email: string, proof: string): boolean {
    const [device = '', mac = ''] = proof.split('.')
    const received = Buffer.from(mac)
    const matchesKey = (key: Buffer): boolean => {
      const expected = Buffer.from(proofOf(email, device, key))
      return received.length === expected.length && timingSafeEqual(received, expected)
    }
    return device !== '' && keys.some(matchesKey)
  }

  const proofsIn = (cookie: string | undefined): string[] => cookie?.split(SEPARATOR).slice(0, PROOFS) ?? []
  const isKnownDevice = (email: string, cookie: string | undefined): boolean => proofsIn(cookie).some((proof) => isProof(email, proof))
  const attemptOf = ({ kind, email, deviceProof }: SignInGuess) => ({ kind, email, isKnown: isKnownDevice(email, deviceProof) })

  return {
    attempt: (guess) => countAttempt(db, attemptOf(guess)),
    succeeded: (guess) => refundAttempt(db, attemptOf(guess)),
    reset: (email) => deleteAttempts(db, email),
    isKnownDevice,
    deviceProof(email, deviceProof) {
      const device = randomBytes(12).toString('base64url')
      const others = proofsIn(deviceProof).filter((proof) => !isProof(email, proof))
      return [`${device}.${proofOf(email, device)}`, ...others].slice(0, PROOFS).join(SEPARATOR)
    },
  }
}

export function tooManyAttempts(seconds: number): APIError {
  const { code, message } = new AppError('RATE_LIMITED', { seconds })
  return new APIError('TOO_MANY_REQUESTS', { code, message }, { 'retry-after': String(seconds) })
}

/**
 * Gives a locked account no session, by any way of signing in. Runs when the session is created, after the proof of identity, so that only
 * its owner learns of the lock.
 */
export async function refuseLocked(db: Db, userId: string): Promise<void> {
  const isLocked = and(eq(users.id, userId), isNotNull(users.lockedAt))
  if ((await db.asSystem((tx) => tx.$count(users, isLocked))) > 0) throw refusal('ACCOUNT_LOCKED')
}

/** An error of the table as an error of the accounts library. */
export function refusal(code: ErrorCode): APIError {
  return new APIError('FORBIDDEN', { code, message: ERRORS[code][1] })
}
