import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ConfigError } from '../config-error.ts'
import { nullOn404 } from '../storage/store/file-store.ts'

/*
 * PostgreSQL's low-level backup: files copied between its two calls may be torn, and become consistent when the copy replays the WAL
 * written meanwhile.
 * https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
 */

/** Specific to the running server or recreated at startup; the folders themselves stay, empty. */
const EMPTY_FOLDERS: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const EXCLUDED = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|kept-for-a-full-disk(\.new)?|backup_label(\.old)?|tablespace_map)$/
/** A WAL segment: timeline, and the two halves of its number. */
const LOG_FILE = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
/** Segments of 16 MB per upper half. */
const SEGMENTS_PER_HALF = 256n

interface Copying {
  connection: pg.ClientConfig
  /** Folder of the embedded database. */
  from: string
  /** Must not exist yet. */
  to: string
  signal: AbortSignal
  onBytes(bytes: number): void
}

/** Copies the embedded database while it runs, with everything committed before the call. */
export async function copyDatabase({ connection, from, to, signal, onBytes }: Copying): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    // Retains WAL; a temporary slot that PostgreSQL drops with the connection, even if this process is killed.
    await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`)
    const started = await client.query<{ first: string }>(`select pg_walfile_name(pg_backup_start('ninesixteen', fast => true)) as first`)
    const copy = copyOf(signal, onBytes)
    await copyFolder({ from, to, isTop: true }, copy)
    const ended = await client.query<{ label: string; last: string }>(
      `select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
    )
    const [first, end] = [started.rows[0]?.first ?? '', ended.rows[0]]
    for (const name of logFiles(first, end?.last ?? '')) await copy(join(from, 'pg_wal', name), join(to, 'pg_wal', name))
    await writeFile(join(to, 'backup_label'), end?.label ?? '', { mode: 0o600, flush: true })
  } catch (error) {
    if (isLogTooSmall(error))
      throw new ConfigError(
        'The database was started by an earlier version, whose WAL settings prevent a backup. Restart the product once.',
        { cause: error },
      )
    throw error
  } finally {
    await client.end()
  }
}

/** Names of the WAL segments from one to another, inclusive. */
export function logFiles(first: string, last: string): string[] {
  const [from, to] = [LOG_FILE.exec(first), LOG_FILE.exec(last)]
  if (!from || !to || from[1] !== to[1]) throw new Error(`WAL segments ${first} and ${last} are on different timelines`)
  const names: string[] = []
  for (let number = numberOf(from); number <= numberOf(to); number += 1n)
    names.push(`${from[1]}${hex(number / SEGMENTS_PER_HALF)}${hex(number % SEGMENTS_PER_HALF)}`)
  return names
}

const numberOf = ([, , upper = '', lower = '']: RegExpExecArray): bigint => BigInt(`0x${upper}`) * SEGMENTS_PER_HALF + BigInt(`0x${lower}`)
const hex = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0')

type Copy = (from: string, to: string) => Promise<void>

/** Copies and flushes, sharing blocks where the file system can. Files that vanish while the database runs are skipped. */
function copyOf(signal: AbortSignal, onBytes: (bytes: number) => void): Copy {
  return async (from, to) => {
    signal.throwIfAborted()
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const file = await open(to, 'r+')
    try {
      await file.chmod(0o600)
      await file.sync()
      onBytes((await file.stat()).size)
    } finally {
      await file.close()
    }
  }
}

async function copyFolder({ from, to, isTop }: { from: string; to: string; isTop: boolean }, copy: Copy): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of (await nullOn404(() => readdir(from, { withFileTypes: true }))) ?? []) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (isTop && EMPTY_FOLDERS.has(entry.name)) await mkdir(target, { mode: 0o700 })
    else if (EXCLUDED.test(entry.name)) continue
    else if (entry.isDirectory()) await copyFolder({ from: source, to: target, isTop: false }, copy)
    else if (entry.isFile()) await nullOn404(() => copy(source, target))
  }
}

const isLogTooSmall = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '55000' && /wal_level|WAL level/i.test(`${error.message} ${error.hint ?? ''}`)
