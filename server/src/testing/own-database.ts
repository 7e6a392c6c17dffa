import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { startPostgres } from '../embedded-postgres/supervisor.ts'

export interface OwnDatabase {
  connection: pg.PoolConfig
  /** In the format of DATABASE_URL. */
  url: string
  stop(): Promise<void>
}

/** An empty PostgreSQL server for one test, which several processes can share. */
export async function startOwnDatabase(): Promise<OwnDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-database-'))
  const { connection, stop } = await startPostgres(folder, pino({ level: 'silent' }))
  const { host, port, user, database } = connection
  return {
    connection,
    url: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
