import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../config-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import type { Runner } from './run-as.ts'

/** Major version of the programs: a folder written by another one cannot be opened. */
export const MAJOR = '18'
/** Where, in the data folder, a database of a new major version is made from that of an earlier one. */
export const UPGRADE_FOLDER = 'upgrade'
/** The one account of the private database; its socket lies in a folder only we can enter. */
export const DATABASE_USER = 'ninesixteen'
/** Longest path a Unix socket can have on every platform, in bytes, with room for `/.s.PGSQL.5432.lock`. */
const SOCKET_PATH_MAX = 100 - '/.s.PGSQL.5432.lock'.length

/** Makes the database folder on first use. A folder exists under its name only when it is whole. */
export async function ensureCluster(folder: string, binaries: PostgresBinaries, runner: Runner): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) {
    if (version.trim() === MAJOR) return
    throw new ConfigError(
      `${folder} was written by PostgreSQL ${version.trim()}, this product brings ${MAJOR}: run "npm run database -- upgrade", which takes the data over.`,
    )
  }
  const parent = join(folder, '..')
  const upgraded = join(parent, UPGRADE_FOLDER, 'postgres')
  // The old one was put aside when this one was whole, and then the machine went down.
  if (existsSync(upgraded)) return rename(upgraded, folder)
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) if (name.startsWith('postgres.new-')) await rm(join(parent, name), { recursive: true })
  const fresh = join(parent, `postgres.new-${process.pid}`)
  await mkdir(fresh, { mode: 0o700 })
  if (runner.owner !== null) {
    await chmod(parent, 0o711)
    await chown(fresh, runner.owner, runner.owner)
  }
  await initialise(fresh, binaries, runner)
  await rename(fresh, folder)
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
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'exit')
  if (code !== 0)
    throw new ConfigError(`The private PostgreSQL could not make its folder ${folder}: ${said.trim().split('\n')[0] ?? `exit ${code}`}`)
}

/** Where a data folder's socket lies: beside the data, or where that path is too long, in the system's temporary folder. */
export function socketFolder(dataDir: string): string {
  const beside = join(dataDir, 'run')
  if (Buffer.byteLength(beside) <= SOCKET_PATH_MAX) return beside
  return join(tmpdir(), `ninesixteen-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
}

/** Makes the socket's folder, which only we can enter, and clears it. */
export async function prepareSocketFolder(dataDir: string, runner: Runner): Promise<string> {
  const folder = socketFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await lstat(folder)
  const mine = process.getuid?.() ?? 0
  if (!found.isDirectory() || (found.uid !== mine && found.uid !== runner.owner)) {
    throw new ConfigError(
      `${folder} belongs to somebody else and cannot hold the database's socket: remove it, or choose another DATA_DIR.`,
    )
  }
  await chmod(folder, 0o700)
  if (runner.owner !== null) await chown(folder, runner.owner, runner.owner)
  // Left behind by a process that was killed; nobody else uses this folder while we hold the data folder's lock.
  for (const name of await readdir(folder)) if (name.startsWith('.s.PGSQL.')) await rm(join(folder, name))
  return folder
}
