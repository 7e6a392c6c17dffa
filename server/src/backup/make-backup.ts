import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { MAJOR } from '../embedded-postgres/cluster.ts'
import { runningConnection } from '../embedded-postgres/supervisor.ts'
import { instanceId } from '../storage/store/store-ownership.ts'
import { openStore } from '../storage/store/open-store.ts'
import { addSecrets, databaseName, endBackup, openBackup, type BackupSecrets } from './backup-folder.ts'
import { copyDatabase } from './copy-database.ts'
import { copyFiles, type CopiedFiles } from './copy-images.ts'

/** Concurrent backups would delete each other's database copy. */
const LOCK = 916_011

export interface BackupOptions {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'secretKey' | 'olderSecretKeys'>
  db: Db
  folder: string
  signal: AbortSignal
  onBytes(bytes: number): void
}

export interface BackupResult {
  path: string
  files: CopiedFiles
  /** False with DATABASE_URL, whose database needs its own backup tools. */
  hasDatabase: boolean
}

/**
 * Copies the instance into a folder, running or not. Copies files both before and after the database, so that the rows of the copy lack
 * none, except those that users deleted meanwhile.
 */
export async function createBackup(order: BackupOptions): Promise<BackupResult> {
  const alone = await order.db.long.pool.connect()
  try {
    const { rows } = await alone.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
    if (!rows[0]?.taken) throw new ConfigError('Another backup of this instance is running. Wait for it.')
    return await copyInstance(order)
  } finally {
    // Closing the connection releases the lock.
    alone.release(true)
  }
}

async function copyInstance({ config, db, folder, signal, onBytes }: BackupOptions): Promise<BackupResult> {
  const backup = await openBackup(folder, { instance: await instanceId(db), dataDir: config.dataDir })
  const secrets = secretsOf(config)
  await addSecrets(backup, secrets)
  const store = await openStore(config, db)
  const first = await copyFiles(store, backup, { signal, onBytes })
  const database = config.databaseUrl === null ? { folder: databaseName(new Date()), postgres: Number(MAJOR) } : null
  if (database) {
    await copyDatabase({
      connection: runningConnection(config.dataDir),
      from: join(config.dataDir, 'postgres'),
      to: join(backup.path, database.folder),
      signal,
      onBytes,
    })
  }
  const second = await copyFiles(store, backup, { signal, onBytes })
  await endBackup(backup, { ...backup.manifest, database, endedAt: new Date().toISOString() }, secrets)
  const files = { copied: first.copied + second.copied, existing: first.existing }
  return { path: backup.path, files, hasDatabase: database !== null }
}

const inHex = (secret: Uint8Array): string => Buffer.from(secret).toString('hex')

function secretsOf({ secretKey, olderSecretKeys }: BackupOptions['config']): BackupSecrets {
  return { current: inHex(secretKey), older: olderSecretKeys.map(inHex) }
}
