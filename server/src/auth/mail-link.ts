import { createHmac } from 'node:crypto'
import { signJWT, verifyJWT } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../db/db.ts'
import { accounts, users } from '../db/schema-accounts.ts'
import { deriveTexts } from '../secrets/derive-key.ts'
import type { Secrets } from '../config/secret-key.ts'

/** Actions that a mail link may permit. */
const PURPOSES = ['confirm-email', 'keep-demo', 'reset-password', 'approve-email', 'confirm-new-email', 'mail-state'] as const
export type LinkPurpose = (typeof PURPOSES)[number]

/** A mail link. It isn't stored: the token is created when the mail is sent. */
export interface MailLink {
  purpose: LinkPurpose
  userId: string
  /** Hash of the state the link was created for. A use that changes the state invalidates the link. */
  stamp: string
}

const payload = z.object({ sub: z.string(), use: z.enum(PURPOSES), stamp: z.string() })

export interface MailLinks {
  make(link: MailLink, seconds: number): Promise<string>
  /** Null for a token of another instance or an expired one. */
  read(token: string): Promise<MailLink | null>
  /** Changes with address and password, which invalidates older links. */
  stampOf(tx: Tx, userId: string): Promise<string | null>
  /** Whether the stamp matches the user's current state. */
  isStampOf(tx: Tx, userId: string, stamp: string): Promise<boolean>
}

export function createMailLinks(secrets: Secrets): MailLinks {
  const keys = deriveTexts(secrets, 'mail-link')
  return {
    make: ({ purpose, userId, stamp }, seconds) => signJWT({ sub: userId, use: purpose, stamp }, keys[0], seconds),
    async read(token) {
      for (const by of keys) {
        const parsed = payload.safeParse(await verifyJWT(token, by))
        if (parsed.success) return { purpose: parsed.data.use, userId: parsed.data.sub, stamp: parsed.data.stamp }
      }
      return null
    },
    async stampOf(tx, userId) {
      const state = await userState(tx, userId)
      return state === null ? null : stampBy(keys[0], state)
    },
    async isStampOf(tx, userId, stamp) {
      const state = await userState(tx, userId)
      return state !== null && keys.some((by) => stampBy(by, state) === stamp)
    },
  }
}

/** The fields of a user that links depend on. */
async function userState(tx: Tx, userId: string): Promise<string | null> {
  const own = and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential'))
  const [found] = await tx
    .select({ email: users.email, hash: accounts.password })
    .from(users)
    .leftJoin(accounts, own)
    .where(eq(users.id, userId))
  return found ? JSON.stringify([found.email, found.hash]) : null
}

function stampBy(key: string, state: string): string {
  return createHmac('sha256', key).update(state).digest('base64url').slice(0, 22)
}
