import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, gt, lt, sql, type SQL } from 'drizzle-orm'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { endSessions } from '../auth/end-sessions.ts'
import type { Demo } from '../auth/visitors.ts'
import type { Db, Tx } from '../db/db.ts'
import { accounts, userSettings, users } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { newUserId } from './template.ts'

/** Serializes admission, so that concurrent visitors are all counted. An arbitrary advisory lock number. */
const ADMISSION_LOCK = 916_0003
/** Sign-in provider of a visitor's account, which has no password. */
const PROVIDER = 'demo'

/** A kind of visitor account. */
export interface VisitorKind {
  isTrial: boolean
  name: string
  /** Lifetime. */
  life: SQL
  /** After this long without use it may be evicted when all slots are occupied. */
  idleAfter: SQL
  /** The error when all slots are in use. */
  fullError: ErrorCode
}

const isLiving = gt(demos.endsAt, sql`now()`)

/** The visitor's account, if it has not ended. */
export async function findActive(db: Db, userId: string, { isTrial }: VisitorKind): Promise<Demo | null> {
  const isOwnDemo = and(eq(demos.userId, userId), eq(demos.isShared, false), eq(demos.isTrial, isTrial), isLiving)
  const [found] = await db.asSystem((tx) => tx.select({ userId: demos.userId, endsAt: demos.endsAt }).from(demos).where(isOwnDemo))
  return found ?? null
}

/** Creates an empty account. Throws the kind's error when all slots are in use. */
export function createVisitorAccount(db: Db, kind: VisitorKind, max: number): Promise<Demo> {
  const { isTrial, name, life, fullError } = kind
  return db.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADMISSION_LOCK})`)
    const living = await tx.$count(demos, and(isLiving, eq(demos.isTrial, isTrial)))
    if (living >= max && !(await endIdle(tx, kind))) throw new AppError(fullError)
    const userId = newUserId()
    const address = `${name.toLowerCase()}-${randomBytes(6).toString('hex')}@ninesixteen.example`
    await tx.insert(users).values({ id: userId, name, email: address, emailVerified: true })
    await tx
      .insert(userSettings)
      .values({ userId, proPlan: true })
      .onConflictDoUpdate({ target: userSettings.userId, set: { proPlan: true } })
    await tx.insert(accounts).values({ id: randomUUID(), userId, accountId: userId, providerId: PROVIDER })
    const [created] = await tx
      .insert(demos)
      .values({ userId, isTrial, endsAt: sql`now() + ${life}` })
      .returning({ endsAt: demos.endsAt })
    if (!created) throw new Error('Demo not stored')
    return { userId, endsAt: created.endsAt }
  })
}

/** Ends the account that was idle for longest; false when all are in use. */
async function endIdle(tx: Tx, { isTrial, idleAfter }: VisitorKind): Promise<boolean> {
  const isIdle = and(isLiving, lt(demos.usedAt, sql`now() - ${idleAfter}`), eq(demos.isShared, false), eq(demos.isTrial, isTrial))
  const [found] = await tx.select({ userId: demos.userId }).from(demos).where(isIdle).orderBy(asc(demos.usedAt)).limit(1)
  if (!found) return false
  await endDemo(tx, found.userId)
  return true
}

/** Blocks access at once; the next clean-up deletes the content. */
export async function endDemo(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(demos)
    .set({ endsAt: sql`now()` })
    .where(eq(demos.userId, userId))
  await endSessions(tx, userId)
}
