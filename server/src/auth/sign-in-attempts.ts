import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'
import { signInAttempts, passkeys } from '../db/schema-second-factor.ts'
import { accounts, users, verifications } from '../db/schema-accounts.ts'
import { lockFor } from '../db/lock-for.ts'
import { endSessions } from './end-sessions.ts'

/** Wrong passwords or codes per account and window, from anywhere and by any form. */
const ATTEMPTS = 10
/**
 * The share that unknown browsers may use. The rest is for known browsers, so that guesses elsewhere don't lock them out. Guesses can block
 * new devices; a password reset by mail makes a browser a known one.
 */
const UNKNOWN_BROWSER_ATTEMPTS = 7
const WINDOW = sql`interval '15 minutes'`

export type AttemptKind = 'password' | 'code'

export interface SignInAttempt {
  kind: AttemptKind
  /** As typed; counted whether or not it has an account. */
  email: string
  /** From a browser that has signed in to this account before, or in an open session. */
  isKnown: boolean
}

export function accountHash(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')
}

/**
 * Counts an attempt before it is made; returns 0 if allowed, else the seconds to wait. Serialized per account: of fourteen concurrent
 * attempts ten pass. Rejected attempts aren't counted, so that retrying doesn't extend the wait.
 */
export async function countAttempt(db: Db, { kind, email, isKnown }: SignInAttempt): Promise<number> {
  const account = accountHash(email)
  return db.asSystem(async (tx) => {
    await lockFor(tx, `${kind}:${account}`)
    const isSameKind = and(eq(signInAttempts.account, account), eq(signInAttempts.kind, kind))
    // Deletes times in the future, left by a clock that was set back: they would count for longer than a window.
    await tx
      .update(signInAttempts)
      .set({ triedAt: sql`clock_timestamp()` })
      .where(and(isSameKind, sql`${signInAttempts.triedAt} > clock_timestamp()`))
    const secondsUntilFree = (oldest: ReturnType<typeof sql>) =>
      sql<number>`greatest(1, ceil(extract(epoch from ${oldest} + ${WINDOW} - clock_timestamp())))::integer`
    const [recent] = await tx
      .select({
        all: sql<number>`count(*)::integer`,
        strangers: sql<number>`(count(*) filter (where not ${signInAttempts.isKnown}))::integer`,
        secondsLeft: secondsUntilFree(sql`min(${signInAttempts.triedAt})`),
        strangersLeft: secondsUntilFree(sql`min(${signInAttempts.triedAt}) filter (where not ${signInAttempts.isKnown})`),
      })
      .from(signInAttempts)
      .where(and(isSameKind, sql`${signInAttempts.triedAt} > clock_timestamp() - ${WINDOW}`))
    if (recent && recent.all >= ATTEMPTS) return recent.secondsLeft
    if (recent && !isKnown && recent.strangers >= UNKNOWN_BROWSER_ATTEMPTS) return recent.strangersLeft
    await tx.insert(signInAttempts).values({ account, kind, isKnown, triedAt: sql`clock_timestamp()` })
    return 0
  })
}

/** Removes a successful attempt: the right password may be used any number of times. */
export async function refundAttempt(db: Db, { kind, email, isKnown }: SignInAttempt): Promise<void> {
  const isSameKind = and(eq(signInAttempts.account, accountHash(email)), eq(signInAttempts.kind, kind), eq(signInAttempts.isKnown, isKnown))
  await db.asSystem(async (tx) => {
    const last = tx.select({ id: signInAttempts.id }).from(signInAttempts).where(isSameKind).orderBy(desc(signInAttempts.triedAt)).limit(1)
    await tx.delete(signInAttempts).where(inArray(signInAttempts.id, last))
    await tx.delete(signInAttempts).where(lt(signInAttempts.triedAt, sql`clock_timestamp() - 2 * ${WINDOW}`))
  })
}

/** Deletes all attempts of an account that has a new password. */
export async function deleteAttempts(db: Db, email: string): Promise<void> {
  const isSameKind = and(eq(signInAttempts.account, accountHash(email)), eq(signInAttempts.kind, 'password'))
  await db.asSystem((tx) => tx.delete(signInAttempts).where(isSameKind))
}

/** Ends all sessions and pending sign-ins of an account. */
export async function deleteSignInAttempts(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId)
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  // Pending challenges, such as a code or a new passkey, contain the user id in their text.
  await tx.delete(verifications).where(sql`position(${userId} in ${verifications.value}) > 0`)
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (user) await tx.delete(signInAttempts).where(eq(signInAttempts.account, accountHash(user.email)))
}
