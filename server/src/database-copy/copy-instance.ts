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

/** Names the embedded database in DATA_DIR, instead of a DATABASE_URL. */
export const EMBEDDED = 'private'

type Following = Pick<CopyOptions, 'signal' | 'onRows' | 'log'>

/** Copies the instance's database to a URL, or to the embedded database in DATA_DIR. */
export async function copyInstance(config: Config, to: string, following: Following): Promise<CopyResult> {
  if (to === EMBEDDED && config.databaseUrl === null) throw new ConfigError('The data is already in the embedded database.')
  if (to !== EMBEDDED && !/^postgres(ql)?:\/\/./.test(to))
    throw new ConfigError(`Invalid target. Use a URL as for DATABASE_URL, or ${EMBEDDED} for the embedded database in DATA_DIR.`)
  const isUsed = config.databaseUrl === null ? () => Promise.resolve(wasRunning) : isShared
  const wasRunning = config.databaseUrl === null && isRunningIn(config.dataDir)
  const { log } = following
  const source = await connectToRunningDatabase(config, log)
  try {
    await prepareJobs({ connection: source.connection, log, kinds: jobKinds(noServices) }, [])
    const target = await openTarget(config, to, log)
    try {
      const label = to === EMBEDDED ? `The embedded database in ${config.dataDir}` : 'The target database'
      return await copyDatabaseRows({ source: source.connection, target: target.connection, label, isUsed, ...following })
    } finally {
      await target.stop()
    }
  } finally {
    await source.stop()
  }
}

/** Makes errors about the target name it instead of the instance's own settings. */
async function openTarget(config: Config, to: string, log: Logger): Promise<OpenedDatabase> {
  try {
    return await openDatabase({ ...config, databaseUrl: to === EMBEDDED ? null : to, databaseDirectUrl: null }, log)
  } catch (error) {
    if (!(error instanceof ConfigError) || to === EMBEDDED) throw error
    throw new ConfigError(error.message.replaceAll(/\bDATABASE_URL\b/g, 'the target URL').replace(/^t/, 'T'), { cause: error })
  }
}

const noServices = (): never => {
  throw new Error('Jobs cannot run during a copy')
}

/** Whether a process has sent a heartbeat within the last minute. */
async function isShared(source: pg.Client): Promise<boolean> {
  const { rows } = await source.query(`select from processes where beat_at > now() - interval '60 seconds' limit 1`)
  return rows.length > 0
}

export interface UpgradeResult extends CopyResult {
  /** Where the old database was moved to. */
  oldFolder: string
}

/**
 * Upgrades the embedded database to the major version of this product. `programs` is the folder with the programs of the version that wrote
 * it. Keeps the old database.
 */
export async function upgradePostgres(config: Config, programs: string | null, following: Following): Promise<UpgradeResult> {
  const { dataDir } = config
  const [old, upgrade] = [join(dataDir, 'postgres'), join(dataDir, UPGRADE_FOLDER)]
  const major = await majorOf(old)
  if (major === null) throw new ConfigError(`There is no embedded database in ${dataDir}.`)
  if (major === MAJOR) throw new ConfigError(`The embedded database already uses PostgreSQL ${MAJOR}.`)
  const unlock = await lockDataFolder(dataDir, config.publicUrl)
  try {
    const moved = await moveToNew({ dataDir, upgrade, major, programs }, following)
    const oldFolder = join(dataDir, `postgres-${major}`)
    await rename(old, oldFolder)
    // After a crash here, the next start completes the upgrade.
    await rename(join(upgrade, 'postgres'), old)
    await rm(upgrade, { recursive: true, force: true })
    return { ...moved, oldFolder }
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
