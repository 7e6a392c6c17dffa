import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { MAJOR } from '../embedded-postgres/cluster.ts'
import { runningConnection } from '../embedded-postgres/supervisor.ts'
import { instanceId } from '../storage/store/store-ownership.ts'
import { openStore } from '../storage/store/open-store.ts'
import { beginSecrets, databaseName, endBackup, openBackup, type KeptSecrets } from './backup-folder.ts'
import { copyDatabase } from './copy-database.ts'
import { copyPictures, type CopiedPictures } from './copy-pictures.ts'

/** Two at once would remove each other's copy of the database. */
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
  pictures: CopiedPictures
  /** False where the database is one of DATABASE_URL, which its own tools back up. */
  hasDatabase: boolean
}

/**
 * Copies the instance into a folder, while it runs or not. Pictures before the database and once more after it: of what a row in the copy names,
 * nothing is missing but what somebody deleted meanwhile.
 */
export async function createBackup(order: BackupOptions): Promise<BackupResult> {
  const alone = await order.db.long.pool.connect()
  try {
    const { rows } = await alone.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK])
    if (!rows[0]?.taken) throw new ConfigError('Another backup of this instance is being made at this moment: wait for it.')
    return await copyInstance(order)
  } finally {
    // With the connection goes the lock.
    alone.release(true)
  }
}

async function copyInstance({ config, db, folder, signal, onBytes }: BackupOptions): Promise<BackupResult> {
  const backup = await openBackup(folder, { instance: await instanceId(db), dataDir: config.dataDir })
  const secrets = secretsOf(config)
  await beginSecrets(backup, secrets)
  const store = await openStore(config, db)
  const before = await copyPictures(store, backup, { signal, onBytes })
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
  const after = await copyPictures(store, backup, { signal, onBytes })
  await endBackup(backup, { ...backup.manifest, database, endedAt: new Date().toISOString() }, secrets)
  const pictures = { copied: before.copied + after.copied, kept: before.kept }
  return { path: backup.path, pictures, hasDatabase: database !== null }
}

const inHex = (secret: Uint8Array): string => Buffer.from(secret).toString('hex')

function secretsOf({ secretKey, olderSecretKeys }: BackupOptions['config']): KeptSecrets {
  return { inFront: inHex(secretKey), older: olderSecretKeys.map(inHex) }
}
