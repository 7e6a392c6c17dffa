import { inArray, lt, sql } from 'drizzle-orm'
import { deleteAccount, type AccountDeletion } from '../account/delete-account.ts'
import type { Tx } from '../db/db.ts'
import { sessions } from '../db/schema-accounts.ts'
import { demos, demoUsage } from '../db/schema-demos.ts'
import type { Auth } from '../auth/auth.ts'
import type { Config } from '../config/config.ts'
import { expiredDemos } from './demos.ts'
import { retireSharedDemo } from './shared-demo.ts'

type DemoExpiryParts = AccountDeletion & { auth: Auth; config: Config }

/** A replaced demo is deleted soon, to free its storage. */
const EVERY_MS = 10 * 60 * 1000

/** Deletes expired demos, like any account; returns their number. Failures are retried later. */
export async function deleteExpiredDemos(services: DemoExpiryParts): Promise<number> {
  const { db, log } = services
  let ended = 0
  for (const userId of await expiredDemos(db)) {
    try {
      await deleteAccount(services, userId)
      ended += 1
    } catch (error) {
      log.warn({ err: error }, 'Expired demo not deleted')
    }
  }
  await db.asSystem((tx) => tx.delete(demoUsage).where(lt(demoUsage.day, sql`(now() at time zone 'utc')::date - 7`)))
  return ended
}

/** When demos are turned off, existing ones become inaccessible; turned on again within their lifetime, they continue. */
async function closeDemos({ config, db }: DemoExpiryParts): Promise<void> {
  const closed = [...(config.demo.isOffered ? [] : [false]), ...(config.trial.isOffered ? [] : [true])]
  if (closed.length === 0) return
  const closedDemos = (tx: Tx) => tx.select({ id: demos.userId }).from(demos).where(inArray(demos.isTrial, closed))
  await db.asSystem((tx) => tx.delete(sessions).where(inArray(sessions.userId, closedDemos(tx))))
}

/** Handles changed settings at startup, and periodically deletes expired demos. */
export function startDemoExpiry(services: DemoExpiryParts): { stop(): Promise<void> } {
  const { log } = services
  let running: Promise<void> = Promise.resolve()
  const round = async (first: boolean): Promise<void> => {
    try {
      if (first) await retireSharedDemo(services)
      if (first) await closeDemos(services)
      const ended = await deleteExpiredDemos(services)
      if (ended > 0) log.info({ ended }, 'Expired demos deleted')
    } catch (error) {
      log.warn({ err: error }, 'Search for expired demos failed')
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
