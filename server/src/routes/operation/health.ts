import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import type { Services } from '../services.ts'
import { readHeartbeat } from '../../posts/worker-heartbeat.ts'
import { createStoreProbe } from '../../storage/store/store-probe.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { errorBody, retryHeaders } from '../../http/on-error.ts'

const READY_MS = 2000

/**
 * `/healthz`: the process answers. `/readyz`: the database and the file store do too, or else which of them does not; and when anything that
 * publishes was last heard of, which keeps nobody from being served. A process that is about to end says no to both, so that a balancer sends
 * nobody there any more. It had better ask the first one: a database that is away is away for all, and each of them says so in its own words.
 */
export function registerHealth(app: Hono<AppEnv>, { db, store }: Pick<Services, 'db' | 'store'>, isEnding: () => boolean): void {
  const storeAnswers = createStoreProbe(store.mark)
  // Asked for again and again, and nothing that went wrong: it is not for the log.
  const ends = new AppError('UNAVAILABLE', { notReady: 'this process, which ends' })
  app.get('/healthz', (c) => (isEnding() ? c.json(errorBody(ends), 503, retryHeaders(ends)) : c.json({ status: 'ok' })))
  app.get('/readyz', async (c) => {
    if (isEnding()) return c.json(errorBody(ends), 503, retryHeaders(ends))
    const [database, files] = await Promise.all([databaseFailure(db), storeAnswers()])
    const notReady = [...(database === null ? [] : ['database']), ...(files ? [] : ['file store'])]
    if (notReady.length === 0) return c.json({ status: 'ready', worker: await readHeartbeat({ db }) })
    throw new AppError('UNAVAILABLE', { notReady: notReady.join(', ') }, database ? { cause: database } : {})
  })
}

async function databaseFailure(db: Services['db']): Promise<Error | null> {
  const late = AbortSignal.timeout(READY_MS)
  const tooLate = new Promise<never>((_resolve, reject) => late.addEventListener('abort', () => reject(late.reason)))
  try {
    await Promise.race([db.asSystem((tx) => tx.execute(sql`select 1`)), tooLate])
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
