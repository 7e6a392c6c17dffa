import { inArray, lt, sql } from 'drizzle-orm'
import { deleteAccount, type AccountDeletion } from '../account/delete-account.ts'
import type { Tx } from '../db/db.ts'
import { demos, demoUsage, sessions } from '../db/schema.ts'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config/config.ts'
import { endedDemos } from './demos.ts'
import { retireSharedDemo } from './shared-demo.ts'

type DemoEnding = AccountDeletion & { auth: Auth; config: Config }

/** A demo that was ended to make room for another goes soon, and with it the room it took. */
const EVERY_MS = 10 * 60 * 1000

/** Deletes demos whose time is over, in the way of every account; returns how many. One that cannot be deleted now is tried again. */
export async function endDemos(services: DemoEnding): Promise<number> {
  const { db, log } = services
  let ended = 0
  for (const userId of await endedDemos(db)) {
    try {
      await deleteAccount(services, userId)
      ended += 1
    } catch (error) {
      log.warn({ err: error }, 'A demo that is over was not deleted')
    }
  }
  await db.asSystem((tx) => tx.delete(demoUsage).where(lt(demoUsage.day, sql`(now() at time zone 'utc')::date - 7`)))
  return ended
}

/** Where they are not offered any more, nobody gets into those there are; offered again within their time, they are as they were. */
async function closeDemos({ config, db }: DemoEnding): Promise<void> {
  const closed = [...(config.demo.isOffered ? [] : [false]), ...(config.trial.isOffered ? [] : [true])]
  if (closed.length === 0) return
  const theirs = (tx: Tx) => tx.select({ id: demos.userId }).from(demos).where(inArray(demos.isTrial, closed))
  await db.asSystem((tx) => tx.delete(sessions).where(inArray(sessions.userId, theirs(tx))))
}

/** Puts the demos right at the start, and ends those that are over from then on. */
export function startEndingDemos(services: DemoEnding): { stop(): Promise<void> } {
  const { log } = services
  let running: Promise<void> = Promise.resolve()
  const round = async (first: boolean): Promise<void> => {
    try {
      if (first) await retireSharedDemo(services)
      if (first) await closeDemos(services)
      const ended = await endDemos(services)
      if (ended > 0) log.info({ ended }, 'Demos that were over are deleted')
    } catch (error) {
      log.warn({ err: error }, 'Demos that are over were not looked for')
    }
  }
  running = round(true)
  const timer = setInterval(() => {
    running = running.then(() => round(false))
  }, EVERY_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
