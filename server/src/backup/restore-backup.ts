import { createReadStream, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { chown, cp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { Config, Environment } from '../config/config.ts'
import { findBinaries } from '../embedded-postgres/binaries.ts'
import { MAJOR } from '../embedded-postgres/cluster.ts'
import { lockDataFolder } from '../embedded-postgres/instance-lock.ts'
import { chooseRunner } from '../embedded-postgres/run-as.ts'
import { nullOn404, type FileStore } from '../storage/store/file-store.ts'
import { mimeTypeOf } from '../storage/renditions.ts'
import { createFolder } from '../config/create-folder.ts'
import { openForCopy } from '../storage/store/store-ownership.ts'
import { storeLocationOf } from '../storage/store/open-store.ts'
import { hashOf, identityOf, OLDER, backupFilePath, readBackup, readSecrets, SECRET, type BackupFolder } from './backup-folder.ts'
import { RESTORE_MARKER } from './unfinished-restore.ts'

/**
 * Prepares the data folder before the settings are read, which would generate a new secret otherwise. Throws a ConfigError for a folder
 * with an instance.
 */
export function prepareRestore(folder: string, env: Environment): Environment {
  const dataDir = resolve(env['DATA_DIR']?.trim() || './data')
  const { current } = readSecrets(folder)
  const [unended, identity] = [join(dataDir, RESTORE_MARKER), identityOf(folder)]
  const isUnended = existsSync(unended)
  if (isUnended && readFileSync(unended, 'utf8') !== identity)
    throw new ConfigError(
      `${dataDir} contains an incomplete restore of another backup. Set DATA_DIR to an empty folder, or empty this one.`,
    )
  if (!isUnended && [SECRET, 'postgres', 'files'].some((name) => existsSync(join(dataDir, name))))
    throw new ConfigError(`${dataDir} contains an instance. Set DATA_DIR to an empty folder.`)
  createFolder(dataDir)
  writeFileSync(unended, identity, { mode: 0o600, flush: true })
  if (!env['SECRET_KEY']?.trim()) writeFileSync(join(dataDir, SECRET), `${current}\n`, { mode: 0o600, flush: true })
  return env
}

export interface RestoreOptions {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'storageUrl' | 'secretKey' | 'olderSecretKeys' | 'publicUrl'>
  folder: string
  signal: AbortSignal
  onBytes(bytes: number): void
}

export interface RestoreResult {
  files: number
  /** Keys of files that the backup has lost or that have changed. */
  damaged: string[]
  /** Whether the backup may need secrets other than the configured ones: they are in `secret.old`. */
  needsOlder: boolean
}

/** Restores data folder and store from a backup. An interrupted restore continues where it stopped. */
export async function restoreBackup({ config, folder, signal, onBytes }: RestoreOptions): Promise<RestoreResult> {
  const backup = await readBackup(folder)
  const { current, older } = readSecrets(backup.path)
  const configuredKeys = [config.secretKey, ...config.olderSecretKeys].map((secret) => Buffer.from(secret).toString('hex'))
  if (!configuredKeys.includes(current))
    throw new ConfigError('SECRET_KEY differs from the one in the backup. Set that one, unset it, or add that one to SECRET_KEY_OLD.')
  const ungiven = older.filter((secret) => !configuredKeys.includes(secret))
  if (ungiven.length > 0) await writeFile(join(config.dataDir, OLDER), `${ungiven.join(',')}\n`, { mode: 0o600, flush: true })
  const { database } = backup.manifest
  if (database && config.databaseUrl !== null)
    throw new ConfigError('This backup contains an embedded database. Restore it without DATABASE_URL.')
  if (!database && config.databaseUrl === null)
    throw new ConfigError('This backup contains no database. Restore the database with its own tools, and set DATABASE_URL.')
  if (database && String(database.postgres) !== MAJOR)
    throw new ConfigError(`The database of the backup is from PostgreSQL ${database.postgres}, but this version uses ${MAJOR}.`)
  const unlock = await lockDataFolder(config.dataDir, config.publicUrl)
  try {
    const restored = await restoreFiles(backup, await openForCopy(storeLocationOf(config), backup.manifest.instance), {
      signal,
      onBytes,
    })
    if (database) await restoreDatabase(join(backup.path, database.folder), join(config.dataDir, 'postgres'))
    return { ...restored, needsOlder: ungiven.length > 0 }
  } finally {
    unlock()
  }
}

/** Marks the data folder as a regular instance. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, RESTORE_MARKER), { force: true })
}

async function restoreFiles(
  backup: BackupFolder,
  store: FileStore,
  { signal, onBytes }: Pick<RestoreOptions, 'signal' | 'onBytes'>,
): Promise<Omit<RestoreResult, 'needsOlder'>> {
  const damaged: string[] = []
  for (const [key, { sha256, bytes }] of backup.files) {
    signal.throwIfAborted()
    if ((await store.size(key)) === bytes) continue
    const path = backupFilePath(backup.path, key)
    if ((await nullOn404(() => hashOf(createReadStream(path), signal))) !== sha256) damaged.push(key)
    else await store.putFile(key, path, mimeTypeOf(key, 'original'))
    onBytes(bytes)
  }
  return { files: backup.files.size - damaged.length, damaged }
}

/** The database folder is renamed into place once complete. PostgreSQL flushes all of it at its first start. */
async function restoreDatabase(from: string, to: string): Promise<void> {
  if (existsSync(to)) return
  const { postgres } = await findBinaries()
  const { owner } = await chooseRunner(postgres)
  const temporaryPath = `${to}.new-restore`
  await rm(temporaryPath, { recursive: true, force: true })
  await cp(from, temporaryPath, { recursive: true })
  if (owner !== null)
    for (const path of ['', ...(await readdir(temporaryPath, { recursive: true }))]) await chown(join(temporaryPath, path), owner, owner)
  await rename(temporaryPath, to)
}
