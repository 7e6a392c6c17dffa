import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../auth/client-address.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import { accounts, demos, sessions, userSettings, users } from '../db/schema.ts'
import { newUserId } from './new-user-id.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { furnishDemoJob } from './furnish-job.ts'
import { fillDemo, TemplateGone } from './fill.ts'
import { keepDemo, type NewSignIn } from './keep-demo.ts'
import { discardTemplate, prepareTemplate, type Template, type TemplateParts } from './template.ts'

const HOUR_MS = 60 * 60 * 1000
/** How long a demo lives. */
const LIFE = sql`interval '1 day'`
/** One that nobody used for so long makes room for another when all are taken. */
const IDLE = sql`interval '1 hour'`
/** New demos from one address an hour: a class or an office has one address. */
const PER_ADDRESS = 20
/** One is let in after another, so that none counts a place which another is about to take. Any number that nothing else locks. */
const ADMISSION_LOCK = 916_0003
/** How a demo is signed in to: by being its visitor, without a password. */
const PROVIDER = 'demo'

export interface Demo {
  userId: string
  endsAt: Date
}

export interface Visitor {
  /** The demo this browser was given before, by a cookie that is signed. */
  known: string | null
  address: string
}

export interface Demos {
  /** Makes ready what every demo is copied from. It never throws: a product without demos is still the product. */
  prepare(): Promise<void>
  /** The visitor's demo: the one they have, else a new one, whole when this returns. Throws errors of the table. */
  enter(visitor: Visitor): Promise<Demo>
  keep(userId: string, signIn: NewSignIn): ReturnType<typeof keepDemo>
}

export interface DemosParts extends TemplateParts {
  config: Pick<Config, 'demo'>
  jobs: Pick<Jobs, 'send'>
}

/** A demo of their own for each visitor. */
export function createDemos(parts: DemosParts): Demos {
  const { config, db, jobs, log } = parts
  let template: Promise<Template> | null = null

  /** Once a process; a failure is tried again by the next who asks. */
  const ready = (): Promise<Template> => {
    template ??= prepareTemplate(parts).catch((error: unknown) => {
      template = null
      throw error
    })
    return template
  }

  async function make({ isSecondTry = false } = {}): Promise<Demo> {
    const pictures = await ready()
    const demo = await admit(db, config.demo.max)
    try {
      await fillDemo(parts, demo.userId, pictures)
      await furnish(demo.userId)
      return demo
    } catch (error) {
      await db.asSystem((tx) => end(tx, [demo.userId]))
      if (isSecondTry || !(error instanceof TemplateGone)) throw error
      log.warn('A picture of the demos is not in the store any more: they are stored anew')
      template = null
      await discardTemplate(db)
      return make({ isSecondTry: true })
    }
  }

  /** Nobody waits for it, and a demo without posts is still a demo. */
  async function furnish(userId: string): Promise<void> {
    try {
      await jobs.send(furnishDemoJob, { userId }, { key: userId })
    } catch (error) {
      log.warn({ err: error }, 'A demo stays without posts')
    }
  }

  return {
    async prepare() {
      if (!config.demo.isOffered) return
      await ready().catch((error: unknown) => log.error({ err: error }, 'The demos could not be prepared'))
    },
    keep: (userId, signIn) => keepDemo(db, userId, signIn),
    async enter({ known, address }) {
      if (!config.demo.isOffered) throw new AppError('DEMO_UNAVAILABLE')
      const mine = known === null ? null : await findLiving(db, known)
      if (mine) return mine
      const { count, secondsLeft } = await countUse(db, `demo:${addressGroup(address)}`, HOUR_MS)
      if (count > PER_ADDRESS) throw new AppError('RATE_LIMITED', { seconds: secondsLeft })
      try {
        return await make()
      } catch (error) {
        if (error instanceof AppError) throw error
        log.error({ err: error }, 'A demo could not be made')
        throw new AppError('DEMO_UNAVAILABLE', {}, { cause: error })
      }
    },
  }
}

const isLiving = gt(demos.endsAt, sql`now()`)

async function findLiving(db: Db, userId: string): Promise<Demo | null> {
  const mine = and(eq(demos.userId, userId), eq(demos.isShared, false), isLiving)
  const [found] = await db.asSystem((tx) => tx.select({ userId: demos.userId, endsAt: demos.endsAt }).from(demos).where(mine))
  return found ?? null
}

/** An account that is a demo, without content yet. Throws DEMO_FULL when all places are taken by demos in use. */
function admit(db: Db, max: number): Promise<Demo> {
  return db.asSystem(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADMISSION_LOCK})`)
    if ((await tx.$count(demos, isLiving)) >= max && !(await endIdle(tx))) throw new AppError('DEMO_FULL')
    const userId = newUserId()
    const name = `demo-${randomBytes(6).toString('hex')}`
    await tx.insert(users).values({ id: userId, name: 'Demo', email: `${name}@ninesixteen.example`, emailVerified: true })
    await tx
      .insert(userSettings)
      .values({ userId, proPlan: true })
      .onConflictDoUpdate({ target: userSettings.userId, set: { proPlan: true } })
    await tx.insert(accounts).values({ id: randomUUID(), userId, accountId: userId, providerId: PROVIDER })
    const [made] = await tx
      .insert(demos)
      .values({ userId, endsAt: sql`now() + ${LIFE}` })
      .returning({ endsAt: demos.endsAt })
    if (!made) throw new Error('A demo was not kept')
    return { userId, endsAt: made.endsAt }
  })
}

/** Ends the demo that was left alone for longest; false when all are in use. */
async function endIdle(tx: Tx): Promise<boolean> {
  const isIdle = and(isLiving, lt(demos.usedAt, sql`now() - ${IDLE}`), eq(demos.isShared, false))
  const [idle] = await tx.select({ userId: demos.userId }).from(demos).where(isIdle).orderBy(asc(demos.usedAt)).limit(1)
  if (!idle) return false
  await end(tx, [idle.userId])
  return true
}

/** Nobody gets into these any more; what they hold goes with the next clean-up. */
async function end(tx: Tx, userIds: string[]): Promise<void> {
  await tx
    .update(demos)
    .set({ endsAt: sql`now()` })
    .where(inArray(demos.userId, userIds))
  await tx.delete(sessions).where(inArray(sessions.userId, userIds))
}

/** Demos whose time is over. */
export async function endedDemos(db: Db): Promise<string[]> {
  const rows = await db.asSystem((tx) =>
    tx
      .select({ userId: demos.userId })
      .from(demos)
      .where(lte(demos.endsAt, sql`now()`)),
  )
  return rows.map((row) => row.userId)
}
