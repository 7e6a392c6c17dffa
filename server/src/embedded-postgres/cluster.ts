import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { Runner } from './run-as.ts'

/** Major version of the programs, which can't open a folder of another. */
export const MAJOR = '18'
/** Folder in the data folder where an upgraded database is prepared. */
export const UPGRADE_FOLDER = 'upgrade'
/** The database's only account; access to its socket is restricted by the folder. */
export const DATABASE_USER = 'ninesixteen'
/** Longest path of a Unix socket on any platform, in bytes, minus `/.s.PGSQL.5432.lock`. */
const SOCKET_PATH_MAX = 100 - '/.s.PGSQL.5432.lock'.length

/** Initializes the database folder on first use, atomically. */
export async function ensureCluster(folder: string, binaries: PostgresBinaries, runner: Runner): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) {
    if (version.trim() === MAJOR) return
    throw new ConfigError(
      `${folder} was written by PostgreSQL ${version.trim()}, but this version uses ${MAJOR}. Run "npm run database -- upgrade" to migrate the data.`,
    )
  }
  const parent = join(folder, '..')
  const upgraded = join(parent, UPGRADE_FOLDER, 'postgres')
  // An upgrade was interrupted after the old folder was moved away and before the new one took its place.
  if (existsSync(upgraded)) return rename(upgraded, folder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) if (name.startsWith('postgres.new-')) await rm(join(parent, name), { recursive: true })
  const temporaryFolder = join(parent, `postgres.new-${process.pid}`)
  await mkdir(temporaryFolder, { mode: 0o700 })
  if (runner.owner !== null) {
    await chmod(parent, 0o711)
    await chown(temporaryFolder, runner.owner, runner.owner)
  }
  await initialise(temporaryFolder, binaries, runner)
  await rename(temporaryFolder, folder)
}

async function initialise(folder: string, binaries: PostgresBinaries, runner: Runner): Promise<void> {
  const args = [
    '-D',
    folder,
    '-U',
    DATABASE_USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--locale=C',
    '--builtin-locale=C.UTF-8',
  ]
  const child = runner.start(binaries.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'exit')
  if (code !== 0)
    throw new ConfigError(
      `The embedded PostgreSQL could not create its folder ${folder}: ${output.trim().split('\n')[0] ?? `exit ${code}`}`,
    )
}

/** The socket's folder: next to the data, or in the system's temporary folder if that path is too long. */
export function socketFolder(dataDir: string): string {
  const beside = join(dataDir, 'run')
  if (Buffer.byteLength(beside) <= SOCKET_PATH_MAX) return beside
  return join(tmpdir(), `ninesixteen-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
}

/** Creates the socket's folder with access for us only, and clears it. */
export async function prepareSocketFolder(dataDir: string, runner: Runner): Promise<string> {
  const folder = socketFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const ownUid = process.getuid?.() ?? 0
  if (!found.isDirectory() || (found.uid !== ownUid && found.uid !== runner.owner)) {
    throw new ConfigError(
      `${folder} belongs to another user and can't contain the database's socket. Remove it, or choose another DATA_DIR.`,
    )
  }
  await chmod(folder, 0o700)
  if (runner.owner !== null) await chown(folder, runner.owner, runner.owner)
  // Left by a killed process; the data folder's lock excludes other users of this folder.
  for (const name of await readdir(folder)) if (name.startsWith('.s.PGSQL.')) await rm(join(folder, name))
  return folder
}
