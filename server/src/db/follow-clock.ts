import type { Logger } from 'pino'
import { seeDatabaseTime } from '../database-clock.ts'
import { isDatabaseDown } from './database-error.ts'
import type { Db } from './db.ts'

const EVERY_MS = 30_000
/** A slower response says too little about the time, in milliseconds. */
const SLOW_MS = 2_000

/** Reads the database's clock now and twice a minute. While the database is away, time continues from the last reading. */
export async function followDatabaseClock(db: Pick<Db, 'pool'>, log: Logger): Promise<{ stop(): void }> {
  const readClock = async (): Promise<void> => {
    const startedAt = performance.now()
    const { rows } = await db.pool.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as at')
    const roundTripMs = performance.now() - startedAt
    if (rows[0] && roundTripMs < SLOW_MS) seeDatabaseTime(rows[0].at + roundTripMs / 2)
  }
  await readClock()
  const timer = setInterval(() => {
    readClock().catch((error: unknown) => {
      if (!isDatabaseDown(error)) log.warn({ err: error }, 'Database clock query failed')
    })
  }, EVERY_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
