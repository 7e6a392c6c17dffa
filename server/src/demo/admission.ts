import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, gt, lt, sql, type SQL } from 'drizzle-orm'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import { endSessions } from '../auth/end-sessions.ts'
import type { Demo } from '../auth/visitors.ts'
import type { Db, Tx } from '../db/db.ts'
import { accounts, demos, userSettings, users } from '../db/schema.ts'
import { DEMO_TEXT_SIZE } from './content.ts'
import { newUserId } from './new-user-id.ts'

/** One is let in after another, so that none counts a place which another is about to take. Any number that nothing else locks. */
const ADMISSION_LOCK = 916_0003
/** How a visitor's account is signed in to: by being its visitor, without a password. */
const PROVIDER = 'demo'

/** One kind of visitors' accounts. */
export interface VisitorKind {
  isTrial: boolean
  name: string
  /** How long one lives. */
  life: SQL
  /** One that nobody used for so long makes room for another when all are taken. */
  idle: SQL
  /** When all are taken and in use. */
  full: ErrorCode
}

const isLiving = gt(demos.endsAt, sql`now()`)

/** The visitor's account that still lives. */
export async function findActive(db: Db, userId: string, { isTrial }: VisitorKind): Promise<Demo | null> {
  const mine = and(eq(demos.userId, userId), eq(demos.isShared, false), eq(demos.isTrial, isTrial), isLiving)
  const [found] = await db.asSystem((tx) => tx.select({ userId: demos.userId, endsAt: demos.endsAt }).from(demos).where(mine))
  return found ?? null
}

/** An account without content yet. Throws the kind's error when all places are taken by accounts in use. */
export function admit(db: Db, kind: VisitorKind, max: number): Promise<Demo> {
  const { isTrial, name, life, full } = kind
  return db.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADMISSION_LOCK})`)
    const living = await tx.$count(demos, and(isLiving, eq(demos.isTrial, isTrial)))
    if (living >= max && !(await endIdle(tx, kind))) throw new AppError(full)
    const userId = newUserId()
    const address = `${name.toLowerCase()}-${randomBytes(6).toString('hex')}@ninesixteen.example`
    await tx.insert(users).values({ id: userId, name, email: address, emailVerified: true })
    await tx
      .insert(userSettings)
      .values({ userId, proPlan: true, textSize: DEMO_TEXT_SIZE })
      .onConflictDoUpdate({ target: userSettings.userId, set: { proPlan: true, textSize: DEMO_TEXT_SIZE } })
    await tx.insert(accounts).values({ id: randomUUID(), userId, accountId: userId, providerId: PROVIDER })
    const [made] = await tx
      .insert(demos)
      .values({ userId, isTrial, endsAt: sql`now() + ${life}` })
      .returning({ endsAt: demos.endsAt })
    if (!made) throw new Error('A demo was not kept')
    return { userId, endsAt: made.endsAt }
  })
}

/** Ends the one that was left alone for longest; false when all are in use. */
async function endIdle(tx: Tx, { isTrial, idle }: VisitorKind): Promise<boolean> {
  const isIdle = and(isLiving, lt(demos.usedAt, sql`now() - ${idle}`), eq(demos.isShared, false), eq(demos.isTrial, isTrial))
  const [found] = await tx.select({ userId: demos.userId }).from(demos).where(isIdle).orderBy(asc(demos.usedAt)).limit(1)
  if (!found) return false
  await endDemo(tx, found.userId)
  return true
}

/** Nobody gets into it any more; what it holds goes with the next clean-up. */
export async function endDemo(tx: Tx, userId: string): Promise<void> {
  await tx
    .update(demos)
    .set({ endsAt: sql`now()` })
    .where(eq(demos.userId, userId))
  await endSessions(tx, userId)
}
