import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { MAJOR } from '../postgres/cluster.ts'
import { runningConnection } from '../postgres/supervisor.ts'
import { instanceId } from '../storage/store/claim-store.ts'
import { openStore } from '../storage/store/open-store.ts'
import { databaseName, endBackup, openBackup, SECRET, writeWhole } from './backup-folder.ts'
import { copyDatabase } from './copy-database.ts'
import { copyPictures, type CopiedPictures } from './copy-pictures.ts'

export interface BackupOrder {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'secretKey'>
  db: Db
  folder: string
  signal: AbortSignal
  onBytes(bytes: number): void
}

export interface MadeBackup {
  path: string
  pictures: CopiedPictures
  /** False where the database is one of DATABASE_URL, which its own tools back up. */
  hasDatabase: boolean
}

/**
 * Copies the instance into a folder, while it runs or not. Pictures before the database and once more after it: of what a row in the copy names,
 * nothing is missing but what somebody deleted meanwhile.
 */
export async function makeBackup({ config, db, folder, signal, onBytes }: BackupOrder): Promise<MadeBackup> {
  const backup = await openBackup(folder, { instance: await instanceId(db), dataDir: config.dataDir })
  await writeWhole(join(backup.path, SECRET), `${Buffer.from(config.secretKey).toString('hex')}\n`)
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
  await endBackup(backup, { ...backup.manifest, database, endedAt: new Date().toISOString() })
  const pictures = { copied: before.copied + after.copied, kept: before.kept }
  return { path: backup.path, pictures, hasDatabase: database !== null }
}
