import { and, lte, not, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../config/client-address.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import { demos } from '../db/schema-demos.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createVisitorAccount, endDemo, findActive, type VisitorKind } from './admission.ts'
import { fillDemoJob } from './fill-demo.ts'
import { copyTemplate, TemplateMissing } from './copy-template.ts'
import { awaitsConfirmation, convertDemo } from '../auth/keep-demo.ts'
import type { Demo, Demos } from '../auth/visitors.ts'
import { discardTemplate, prepareTemplate, type Template, type TemplateParts } from './template.ts'

const HOUR_MS = 60 * 60 * 1000
const DEMO: VisitorKind = {
  isTrial: false,
  name: 'Demo',
  life: sql`interval '1 day'`,
  idleAfter: sql`interval '1 hour'`,
  fullError: 'DEMO_FULL',
}
/** New demos per address and hour: a class or an office shares one address. */
const PER_ADDRESS = 20

export interface DemosParts extends TemplateParts {
  config: Pick<Config, 'demo'>
  jobs: Pick<Jobs, 'send'>
}

/** Gives each visitor a demo of their own. */
export function createDemos(parts: DemosParts): Demos {
  const { config, db, jobs, log } = parts
  let template: Promise<Template> | null = null

  /** Once per process; the next caller retries after a failure. */
  const ready = (): Promise<Template> => {
    template ??= prepareTemplate(parts).catch((error: unknown) => {
      template = null
      throw error
    })
    return template
  }

  async function make({ isSecondTry = false } = {}): Promise<Demo> {
    const images = await ready()
    const demo = await createVisitorAccount(db, DEMO, config.demo.max)
    try {
      await copyTemplate(parts, demo.userId, images)
      await furnish(demo.userId)
      return demo
    } catch (error) {
      await db.asSystem((tx) => endDemo(tx, demo.userId))
      if (isSecondTry || !(error instanceof TemplateMissing)) throw error
      log.warn('Demo images missing in the store: storing them again')
      template = null
      await discardTemplate(db)
      return make({ isSecondTry: true })
    }
  }

  /** In the background; a demo works without posts, too. */
  async function furnish(userId: string): Promise<void> {
    try {
      await db.asSystem((tx) => jobs.send(fillDemoJob, { userId }, { tx, key: userId }))
    } catch (error) {
      log.warn({ err: error }, 'Demo posts not scheduled')
    }
  }

  return {
    async prepare() {
      if (!config.demo.isOffered) return
      await ready().catch((error: unknown) => log.error({ err: error }, 'Demo template could not be prepared'))
    },
    convert: (userId, signIn) => convertDemo(db, userId, signIn),
    async enter({ demoId, address }) {
      if (!config.demo.isOffered) throw new AppError('DEMO_UNAVAILABLE')
      const existing = demoId === null ? null : await findActive(db, demoId, DEMO)
      if (existing) return existing
      const { count, secondsLeft } = await countUse(db, `demo:${addressGroup(address)}`, HOUR_MS)
      if (count > PER_ADDRESS) throw new AppError('RATE_LIMITED', { seconds: secondsLeft })
      try {
        return await make()
      } catch (error) {
        if (error instanceof AppError) throw error
        log.error({ err: error }, 'Demo could not be created')
        throw new AppError('DEMO_UNAVAILABLE', {}, { cause: error })
      }
    },
  }
}

/** Expired demos that aren't waiting for a confirmation. */
export async function expiredDemos(db: Db): Promise<string[]> {
  const rows = await db.asSystem((tx) =>
    tx
      .select({ userId: demos.userId })
      .from(demos)
      .where(and(lte(demos.endsAt, sql`now()`), not(awaitsConfirmation))),
  )
  return rows.map((row) => row.userId)
}
