import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConfigError } from '../config-error.ts'
import { nullOn404 } from '../storage/store/file-store.ts'
import { isFileKey } from '../storage/store/storage-key.ts'

/*
 * Layout of a backup folder:
 *
 * backup.json the instance, and its newest complete copy of the database
 * secret.key the instance's secret
 * secret.old further secrets that the content may need, comma-separated; optional
 * database-TIME/ a copy of the embedded database; absent with DATABASE_URL
 * pictures.txt a line for each file: SHA-256 in hex, bytes, key
 * pictures/KEY the files, which never change
 */

const MANIFEST = 'backup.json'
const LIST = 'pictures.txt'
export const SECRET = 'secret.key'
export const OLDER = 'secret.old'
const DATABASE = /^database-\d{14}$/
const FILE_LINE = /^([0-9a-f]{64}) +(\d+) +(\S+)$/

const manifestSchema = z.object({
  format: z.literal(1),
  /** The id in the `instance` table. */
  instance: z.uuid(),
  /** Null until the first backup is complete, and where the database is backed up by other means. */
  database: z.object({ folder: z.string().regex(DATABASE), postgres: z.number().int() }).nullable(),
  /** End of the newest complete backup, as an ISO time. */
  endedAt: z.iso.datetime().nullable(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A file in a backup. */
export interface BackedUpFile {
  sha256: string
  bytes: number
}

export interface BackupFolder {
  path: string
  manifest: Manifest
  /** Complete files by key. */
  files: Map<string, BackedUpFile>
}

export const backupFilePath = (folder: string, key: string): string => join(folder, 'pictures', key)

/** Name of a database copy that begins now. */
export const databaseName = (now: Date): string => `database-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`

/** Opens a backup, or begins one in an empty or missing folder. Throws a ConfigError for any other folder. */
export async function openBackup(folder: string, { instance, dataDir }: { instance: string; dataDir: string }): Promise<BackupFolder> {
  const path = resolve(folder)
  if (`${path}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new ConfigError(`${path} is inside the data folder. Choose a folder outside of ${dataDir}.`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const names = await readdir(path)
  if (names.length > 0 && !names.includes(MANIFEST))
    throw new ConfigError(`${path} isn't empty and contains no backup. Choose an empty folder, or one with an earlier backup.`)
  const manifest = names.length === 0 ? { format: 1 as const, instance, database: null, endedAt: null } : readManifest(path)
  if (manifest.instance !== instance) throw new ConfigError(`${path} contains the backup of another instance. Choose another folder.`)
  if (names.length === 0) await writeManifest(path, manifest)
  return { path, manifest, files: await readFileList(path) }
}

/** Opens a backup to restore. Throws a ConfigError unless it is complete. */
export async function readBackup(folder: string): Promise<BackupFolder> {
  const path = resolve(folder)
  const manifest = readManifest(path)
  if (manifest.endedAt === null) throw new ConfigError(`The backup in ${path} is incomplete. Run npm run backup again.`)
  return { path, manifest, files: await readFileList(path) }
}

export interface BackupSecrets {
  /** In hex, as those below. */
  current: string
  older: string[]
}

/** The secrets of a backup. Synchronous, because settings need them before anything else. */
export function readSecrets(folder: string): BackupSecrets {
  readManifest(folder)
  return { current: readFileSync(join(folder, SECRET), 'utf8').trim(), older: olderIn(folder) }
}

/**
 * Until the backup is complete its folder has the previous database copy, which may use other secrets: keeps all known secrets, and the
 * current one in its place.
 */
export async function addSecrets({ path }: Pick<BackupFolder, 'path'>, { current, older }: BackupSecrets): Promise<void> {
  const previous = ((await nullOn404(() => readFile(join(path, SECRET), 'utf8'))) ?? '').trim()
  if (previous === '') await writeAtomically(join(path, SECRET), `${current}\n`)
  await writeOlder(
    path,
    [...new Set([previous, current, ...older, ...olderIn(path)])].filter((secret) => secret !== ''),
  )
}

function olderIn(folder: string): string[] {
  const path = join(folder, OLDER)
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(',').filter(Boolean) : []
}

/** In the format of SECRET_KEY_OLD_FILE. */
async function writeOlder(folder: string, secrets: readonly string[]): Promise<void> {
  if (secrets.length === 0) await rm(join(folder, OLDER), { force: true })
  else await writeAtomically(join(folder, OLDER), `${secrets.join(',')}\n`)
}

/** Identifies the backup; changes when a later one is complete. */
export function identityOf(folder: string): string {
  const { instance, endedAt } = readManifest(folder)
  return `${instance} ${endedAt}`
}

/** Records the newest database copy with its secrets, and deletes earlier and incomplete ones. */
export async function endBackup({ path }: Pick<BackupFolder, 'path'>, manifest: Manifest, secrets: BackupSecrets): Promise<void> {
  // After a crash here, the backup still names the previous copy, whose secret is among the older ones.
  await writeAtomically(join(path, SECRET), `${secrets.current}\n`)
  await writeManifest(path, manifest)
  await writeOlder(path, secrets.older)
  for (const name of await readdir(path))
    if (DATABASE.test(name) && name !== manifest.database?.folder) await rm(join(path, name), { recursive: true })
}

/** Records complete files. */
export async function recordFiles({ path, files }: BackupFolder, added: ReadonlyMap<string, BackedUpFile>): Promise<void> {
  const lines = [...added].map(([key, { sha256, bytes }]) => `${sha256}  ${bytes}  ${key}\n`)
  // Starts with a line break, because a crash may have truncated the last line, which is then ignored.
  await appendFile(join(path, LIST), `\n${lines.join('')}`, { mode: 0o600, flush: true })
  for (const [key, file] of added) files.set(key, file)
}

/** Replaces a file atomically. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporaryPath = `${path}.new`
  await writeFile(temporaryPath, text, { mode: 0o600, flush: true })
  await rename(temporaryPath, path)
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeAtomically(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
}

function readManifest(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    throw new ConfigError(`No backup in ${folder}.`, { cause: error })
  }
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new ConfigError(`${join(folder, MANIFEST)} is damaged or from a later version.`, { cause: error })
  }
}

async function readFileList(folder: string): Promise<Map<string, BackedUpFile>> {
  const text = (await nullOn404(() => readFile(join(folder, LIST), 'utf8'))) ?? ''
  const listed = new Map<string, BackedUpFile>()
  for (const line of text.split('\n')) {
    const [, sha256 = '', bytes = '', key = ''] = FILE_LINE.exec(line) ?? []
    if (key === '') continue
    if (!isFileKey(key))
      throw new ConfigError(
        `${join(folder, LIST)} contains an invalid file name: ${JSON.stringify(key.slice(0, 120))}. Use another backup.`,
      )
    listed.set(key, { sha256, bytes: Number(bytes) })
  }
  return listed
}

/** SHA-256 of a stream, in hex. */
export async function hashOf(from: Readable, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(from, hash, { signal })
  return hash.digest('hex')
}
