import { join } from 'node:path'
import { rename, rm } from 'node:fs/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { prepareJobs } from '../jobs/jobs.ts'
import { jobKinds } from '../bootstrap/job-kinds.ts'
import { lockDataFolder, isRunningIn } from '../embedded-postgres/instance-lock.ts'
import { MAJOR, UPGRADE_FOLDER } from '../embedded-postgres/cluster.ts'
import { majorOf, startEarlierPostgres } from '../embedded-postgres/earlier-postgres.ts'
import { startPostgres } from '../embedded-postgres/supervisor.ts'
import { openDatabase, type OpenedDatabase } from '../bootstrap/open-database.ts'
import { connectToRunningDatabase } from '../bootstrap/reach-database.ts'
import { copyDatabaseRows, type CopyResult, type CopyOptions } from './copy-database.ts'

/** The one in DATA_DIR, where no DATABASE_URL names another. */
export const EMBEDDED = 'private'

type Following = Pick<CopyOptions, 'signal' | 'onRows' | 'log'>

/** Copies the instance's database to another one: of an address, or the private one in DATA_DIR. */
export async function copyInstance(config: Config, to: string, following: Following): Promise<CopyResult> {
  if (to === EMBEDDED && config.databaseUrl === null) throw new ConfigError('The data is in the private database already.')
  if (to !== EMBEDDED && !/^postgres(ql)?:\/\/./.test(to))
    throw new ConfigError(
      `What was given is no address of a database: give it as DATABASE_URL has it, or ${EMBEDDED} for the one in DATA_DIR.`,
    )
  const isUsed = config.databaseUrl === null ? () => Promise.resolve(wasRunning) : isShared
  const wasRunning = config.databaseUrl === null && isRunningIn(config.dataDir)
  const { log } = following
  const source = await connectToRunningDatabase(config, log)
  try {
    await prepareJobs({ connection: source.connection, log, kinds: jobKinds(noServices) }, [])
    const target = await openTarget(config, to, log)
    try {
      const label = to === EMBEDDED ? `The private database in ${config.dataDir}` : 'That database'
      return await copyDatabaseRows({ source: source.connection, target: target.connection, label, isUsed, ...following })
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}

/** What is said of the address that it leads to is not to be taken for what the instance itself has set. */
async function openTarget(config: Config, to: string, log: Logger): Promise<OpenedDatabase> {
  try {
    return await openDatabase({ ...config, databaseUrl: to === EMBEDDED ? null : to, databaseDirectUrl: null }, log)
  } catch (error) {
    if (!(error instanceof ConfigError) || to === EMBEDDED) throw error
    throw new ConfigError(error.message.replaceAll(/\bDATABASE_URL\b/g, 'the address to copy to').replace(/^t/, 'T'), { cause: error })
  }
}

const noServices = (): never => {
  throw new Error('No job is done while a database is copied')
}

/** Processes that said within the last minute that they are there. */
async function isShared(source: pg.Client): Promise<boolean> {
  const { rows } = await source.query(`select from processes where beat_at > now() - interval '60 seconds' limit 1`)
  return rows.length > 0
}

export interface UpgradeResult extends CopyResult {
  /** Where the old one is kept. */
  kept: string
}

/**
 * Takes the private database to the major version of PostgreSQL that this product brings. `programs` is the folder with those of the version that wrote
 * it. The old one is kept.
 */
export async function upgradePostgres(config: Config, programs: string | null, following: Following): Promise<UpgradeResult> {
  const { dataDir } = config
  const [old, upgrade] = [join(dataDir, 'postgres'), join(dataDir, UPGRADE_FOLDER)]
  const major = await majorOf(old)
  if (major === null) throw new ConfigError(`There is no private database in ${dataDir}.`)
  if (major === MAJOR) throw new ConfigError(`The private database is one of PostgreSQL ${MAJOR} already.`)
  const unlock = await lockDataFolder(dataDir, config.publicUrl)
  try {
    const moved = await moveToNew({ dataDir, upgrade, major, programs }, following)
    const kept = join(dataDir, `postgres-${major}`)
    await rename(old, kept)
    // A start after a crash at this point does what is left.
    await rename(join(upgrade, 'postgres'), old)
    await rm(upgrade, { recursive: true, force: true })
    return { ...moved, kept }
  } finally {
    unlock()
  }
}

interface Upgrading {
  dataDir: string
  upgrade: string
  major: string
  programs: string | null
}

async function moveToNew({ dataDir, upgrade, major, programs }: Upgrading, following: Following): Promise<CopyResult> {
  const { log } = following
  const source = await startEarlierPostgres({ dataDir, major, programs }, log)
  try {
    await migrateDatabase(source.connection)
    await prepareJobs({ connection: source.connection, log, kinds: jobKinds(noServices) }, [])
    const target = await startPostgres(upgrade, log)
    try {
      const order = { source: source.connection, target: target.connection, label: upgrade, isUsed: () => Promise.resolve(false) }
      return await copyDatabaseRows({ ...order, ...following })
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}
