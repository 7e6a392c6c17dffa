import { appendFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'
import { nullOn404 } from '../storage/store/null-on-404.ts'
import { isPictureKey } from '../storage/store/storage-key.ts'

/*
 * A backup is a folder:
 *
 *   backup.json         whose it is, and which copy of the database is the newest whole one
 *   secret.key          the instance's secret
 *   secret.old          further ones that something in it may need, by commas; none where there are none
 *   database-TIME/      a copy of the private database; none where the database is one of DATABASE_URL
 *   pictures.txt        a line for each picture: SHA-256 in hex, bytes, key
 *   pictures/KEY        the pictures, which are never changed once they are there
 */

const MANIFEST = 'backup.json'
const LIST = 'pictures.txt'
export const SECRET = 'secret.key'
export const OLDER = 'secret.old'
const DATABASE = /^database-\d{14}$/
const PICTURE_LINE = /^([0-9a-f]{64}) +(\d+) +(\S+)$/

const manifestSchema = z.object({
  format: z.literal(1),
  /** The id in the `instance` table. */
  instance: z.uuid(),
  /** Null until the first backup is whole, and where the database is backed up by other means. */
  database: z.object({ folder: z.string().regex(DATABASE), postgres: z.number().int() }).nullable(),
  /** The end of the newest whole backup, as an ISO time. */
  endedAt: z.iso.datetime().nullable(),
})
export type Manifest = z.infer<typeof manifestSchema>

/** What is known of a picture in a backup. */
export interface KeptPicture {
  sha256: string
  bytes: number
}

export interface BackupFolder {
  path: string
  manifest: Manifest
  /** By key, those that are whole in the folder. */
  pictures: Map<string, KeptPicture>
}

export const picturePath = (folder: string, key: string): string => join(folder, 'pictures', key)

/** The name of a copy of the database that begins now. */
export const databaseName = (now: Date): string => `database-${now.toISOString().replace(/\D/g, '').slice(0, 14)}`

/** Opens a backup, or begins one in a folder that is empty or not there. Throws a ConfigError for a folder of anything else. */
export async function openBackup(folder: string, { instance, dataDir }: { instance: string; dataDir: string }): Promise<BackupFolder> {
  const path = resolve(folder)
  if (`${path}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new ConfigError(`${path} lies in the data folder itself: choose a folder outside of ${dataDir}.`)
  await mkdir(path, { recursive: true, mode: 0o700 })
  const names = await readdir(path)
  if (names.length > 0 && !names.includes(MANIFEST))
    throw new ConfigError(`${path} holds other things and no backup: choose an empty folder, or one with an earlier backup.`)
  const manifest = names.length === 0 ? { format: 1 as const, instance, database: null, endedAt: null } : readManifest(path)
  if (manifest.instance !== instance) throw new ConfigError(`${path} holds the backup of another instance: choose another folder.`)
  if (names.length === 0) await writeManifest(path, manifest)
  return { path, manifest, pictures: await readPictures(path) }
}

/** A backup to be restored. Throws a ConfigError where there is no whole one. */
export async function readBackup(folder: string): Promise<BackupFolder> {
  const path = resolve(folder)
  const manifest = readManifest(path)
  if (manifest.endedAt === null) throw new ConfigError(`The backup in ${path} was never ended: run npm run backup again.`)
  return { path, manifest, pictures: await readPictures(path) }
}

export interface KeptSecrets {
  /** In hex, as those below. */
  inFront: string
  older: string[]
}

/** The secrets of a backup; read at once, for settings need them before anything else. */
export function readSecrets(folder: string): KeptSecrets {
  readManifest(folder)
  return { inFront: readFileSync(join(folder, SECRET), 'utf8').trim(), older: olderIn(folder) }
}

/**
 * Until the backup is ended its folder holds the copy of the database that was there before, which other secrets may have sealed: all that are known
 * are kept meanwhile, and the one in front stays.
 */
export async function beginSecrets({ path }: Pick<BackupFolder, 'path'>, { inFront, older }: KeptSecrets): Promise<void> {
  const before = ((await nullOn404(() => readFile(join(path, SECRET), 'utf8'))) ?? '').trim()
  if (before === '') await writeWhole(join(path, SECRET), `${inFront}\n`)
  await writeOlder(
    path,
    [...new Set([before, inFront, ...older, ...olderIn(path)])].filter((secret) => secret !== ''),
  )
}

function olderIn(folder: string): string[] {
  const path = join(folder, OLDER)
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(',').filter(Boolean) : []
}

/** As SECRET_KEY_OLD_FILE takes them. */
async function writeOlder(folder: string, secrets: readonly string[]): Promise<void> {
  if (secrets.length === 0) await rm(join(folder, OLDER), { force: true })
  else await writeWhole(join(folder, OLDER), `${secrets.join(',')}\n`)
}

/** Which backup it is: another one as soon as a later one is whole. */
export function identityOf(folder: string): string {
  const { instance, endedAt } = readManifest(folder)
  return `${instance} ${endedAt}`
}

/** Names the newest copy of the database, with its secrets, and removes those before it and those that were begun and not ended. */
export async function endBackup({ path }: Pick<BackupFolder, 'path'>, manifest: Manifest, secrets: KeptSecrets): Promise<void> {
  // A crash in between leaves the copy from before, whose secret is among the older ones.
  await writeWhole(join(path, SECRET), `${secrets.inFront}\n`)
  await writeManifest(path, manifest)
  await writeOlder(path, secrets.older)
  for (const name of await readdir(path))
    if (DATABASE.test(name) && name !== manifest.database?.folder) await rm(join(path, name), { recursive: true })
}

/** Notes pictures that are whole. */
export async function notePictures({ path, pictures }: BackupFolder, added: ReadonlyMap<string, KeptPicture>): Promise<void> {
  const lines = [...added].map(([key, { sha256, bytes }]) => `${sha256}  ${bytes}  ${key}\n`)
  // After a line that a crash cut off, which then counts for nothing.
  await appendFile(join(path, LIST), `\n${lines.join('')}`, { mode: 0o600, flush: true })
  for (const [key, picture] of added) pictures.set(key, picture)
}

/** Whole or as it was before. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`
  await writeFile(fresh, text, { mode: 0o600, flush: true })
  await rename(fresh, path)
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
}

function readManifest(folder: string): Manifest {
  let text: string
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8')
  } catch (error) {
    throw new ConfigError(`There is no backup in ${folder}.`, { cause: error })
  }
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw new ConfigError(`${join(folder, MANIFEST)} cannot be read: it is damaged, or of a later version.`, { cause: error })
  }
}

async function readPictures(folder: string): Promise<Map<string, KeptPicture>> {
  const text = (await nullOn404(() => readFile(join(folder, LIST), 'utf8'))) ?? ''
  const pictures = new Map<string, KeptPicture>()
  for (const line of text.split('\n')) {
    const [, sha256 = '', bytes = '', key = ''] = PICTURE_LINE.exec(line) ?? []
    if (key === '') continue
    if (!isPictureKey(key))
      throw new ConfigError(
        `${join(folder, LIST)} names a file that no backup has: ${JSON.stringify(key.slice(0, 120))}. Use another backup.`,
      )
    pictures.set(key, { sha256, bytes: Number(bytes) })
  }
  return pictures
}
