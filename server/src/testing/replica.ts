import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'
import { pino } from 'pino'
import { findBinaries } from '../embedded-postgres/binaries.ts'
import { DATABASE_USER, ensureCluster, prepareSocketFolder } from '../embedded-postgres/cluster.ts'
import { launch } from '../embedded-postgres/launch.ts'
import { chooseRunner } from '../embedded-postgres/run-as.ts'

/** A replica needs at least the primary's values; these match the embedded server. */
const SETTINGS = { fsync: 'off', max_wal_senders: '10', max_connections: '100', max_worker_processes: '8' }

export interface Replicated {
  primary: pg.PoolConfig
  replica: pg.PoolConfig
  /** Stops the replica permanently. */
  endReplica(): Promise<void>
  stop(): Promise<void>
}

/** A PostgreSQL primary and an asynchronous streaming replica. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-replica-'))
  const log = pino({ level: 'silent' })
  const binaries = await findBinaries()
  const runner = await chooseRunner(binaries.postgres)
  const [first, second] = [join(folder, 'a'), join(folder, 'b')]
  await ensureCluster(join(first, 'postgres'), binaries, runner)
  // Create the folder without initializing it: the replica must be a copy of the primary.
  await mkdir(second, { mode: runner.owner === null ? 0o700 : 0o711 })
  await promisify(execFile)('cp', ['-a', join(first, 'postgres'), join(second, 'postgres')])
  await writeFile(join(second, 'postgres', 'standby.signal'), '')

  const start = async (dataDir: string, settings: Record<string, string>) => {
    const socket = await prepareSocketFolder(dataDir, runner)
    const place = { folder: join(dataDir, 'postgres'), socket, postgres: binaries.postgres, runner }
    const { child, exited } = await launch(place, { isReadOnly: false, settings: { ...SETTINGS, ...settings } }, log)
    const connection: pg.PoolConfig = { host: socket, port: 5432, user: DATABASE_USER, database: 'postgres' }
    const end = async (): Promise<void> => {
      child.kill('SIGINT')
      await exited
    }
    return { connection, end }
  }
  const primary = await start(first, {})
  const conninfo = `host=${primary.connection.host} port=5432 user=${DATABASE_USER}`
  const replica = await start(second, { primary_conninfo: conninfo, wal_retrieve_retry_interval: '100ms' })
  return {
    primary: primary.connection,
    replica: replica.connection,
    endReplica: replica.end,
    async stop() {
      await replica.end()
      await primary.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
