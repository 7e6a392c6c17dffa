import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { AppError } from '@ninesixteen/shared/errors'
import type { Services } from '../services.ts'
import { readHeartbeat } from '../../posts/worker-heartbeat.ts'
import { createStoreProbe } from '../../storage/store/store-probe.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { errorBody } from '../../http/on-error.ts'
import { retryHeaders } from '../../http/retry-headers.ts'

const READY_MS = 2000

/**
 * `/healthz`: the process responds. `/readyz`: so do the database and the file store, or which of them doesn't; it also reports the last
 * sign of a publisher, without affecting readiness. A process that shuts down fails both, so that load balancers stop routing to it. Load
 * balancers should use `/healthz`: an unreachable database affects all processes, and each has its own error message for it.
 */
export function registerHealth(app: Hono<AppEnv>, { db, store }: Pick<Services, 'db' | 'store'>, isStopping: () => boolean): void {
  const isStoreReady = createStoreProbe(store.ownerMarker)
  // Polled, and expected: not logged.
  const shuttingDown = new AppError('UNAVAILABLE', { notReady: 'this process, which ends' })
  app.get('/healthz', (c) => (isStopping() ? c.json(errorBody(shuttingDown), 503, retryHeaders(shuttingDown)) : c.json({ status: 'ok' })))
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.json(errorBody(shuttingDown), 503, retryHeaders(shuttingDown))
    const [database, files] = await Promise.all([databaseFailure(db), isStoreReady()])
    const notReady = [...(database === null ? [] : ['database']), ...(files ? [] : ['file store'])]
    if (notReady.length === 0) return c.json({ status: 'ready', worker: await readHeartbeat({ db }) })
    throw new AppError('UNAVAILABLE', { notReady: notReady.join(', ') }, database ? { cause: database } : {})
  })
}

async function databaseFailure(db: Services['db']): Promise<Error | null> {
  const timeout = AbortSignal.timeout(READY_MS)
  const tooLate = new Promise<never>((_resolve, reject) => timeout.addEventListener('abort', () => reject(timeout.reason)))
  try {
    await Promise.race([db.asSystem((tx) => tx.execute(sql`select 1`)), tooLate])
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
