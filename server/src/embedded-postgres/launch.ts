import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Runner } from './run-as.ts'

/** Small, since it serves one product on one machine; every commit still reaches the disk before it is acknowledged. */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '60',
  max_wal_size: '256MB',
  // What an online backup needs; nobody is sent the log, and a backup that stands still does not keep more of it than this.
  wal_level: 'replica',
  max_slot_wal_keep_size: '2GB',
  max_wal_senders: '0',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  jit: 'off',
  // One way back, ours: it knows what to do on a full disk, where the server's own would crash again and again.
  restart_after_crash: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'ninesixteen',
  // Its own trouble alone: failed statements are told by who sent them, and without the values that PostgreSQL quotes.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // After a crash the whole folder is flushed first: at once, where one file after another takes seconds on a busy disk.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}
/** On a full disk: whatever would write is refused in a way that can be told. */
const READ_ONLY = { default_transaction_read_only: 'on', autovacuum: 'off' }
/** How long the first answer may take, in milliseconds: the log of a large crash is replayed first. */
const READY_MS = 60_000
/** How long the last words of a server that ended are waited for, in milliseconds. */
const LAST_WORDS_MS = 50
/** How much of what it says is remembered. */
const WORDS_MAX = 10_000

export interface ClusterPaths {
  folder: string
  socket: string
  postgres: string
  runner: Runner
}

export interface Server {
  child: ChildProcess
  gone: Promise<unknown>
  /** What it said last. */
  words(): string
}

/** It ended before it was ready, or did not become so. */
export class StartupError extends ConfigError {
  readonly words: string

  constructor(sentence: string, words: string) {
    super(`The private PostgreSQL ${sentence}: ${reasonIn(words)}`)
    this.words = words
  }
}

/** True when a server's words say that its disk took nothing more. */
export const isDiskFullMessage = (words: string): boolean => /No space left on device|Disk quota exceeded/.test(words)

interface Launching {
  isReadOnly: boolean
  /** In place of those that are for one product on one machine. */
  settings?: Readonly<Record<string, string>>
}

/** Starts a server and waits until it answers. Read-only, it needs next to no room. */
export async function launch(place: ClusterPaths, { isReadOnly, settings: own = {} }: Launching, log: Logger): Promise<Server> {
  const mode = isReadOnly ? READ_ONLY : {}
  const all = { ...settingsOf(place.folder), ...mode, ...own, unix_socket_directories: place.socket }
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached: Ctrl-C in the terminal reaches the product alone, which ends the database last.
  const child = place.runner.start(place.postgres, ['-D', place.folder, ...settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const silent = once(child, 'close')
  // Its last words come after its end; processes that it leaves behind may hold the line open.
  const gone = once(child, 'exit').then(() => Promise.race([silent, wait(LAST_WORDS_MS)]))
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-WORDS_MAX)
    log.debug({ postgres: chunk.toString().trimEnd() }, 'database')
  })
  watchOver(child)
  let left = false
  void gone.then(() => (left = true))
  const end = performance.now() + READY_MS
  while (performance.now() < end) {
    if (left) throw new StartupError('did not start', lastWords)
    if (isReady(place.folder, child.pid)) return { child, gone, words: () => lastWords }
    await wait(10)
  }
  child.kill('SIGQUIT')
  throw new StartupError(`did not answer within ${READY_MS / 1000} s`, lastWords)
}

/** Earlier versions refuse settings that they do not know. */
function settingsOf(folder: string): Record<string, string> {
  const { io_method, ...known } = SETTINGS
  return Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8')) < 18 ? known : { ...known, io_method }
}

/** The server keeps its state in the eighth line of its postmaster.pid. Asking it by a connection would cost it a process each time. */
function isReady(folder: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    // Not written yet, or taken away at the end.
    return false
  }
}

/** The sentence that matters among the lines a failing server prints. */
function reasonIn(said: string): string {
  return /(?:PANIC|FATAL|ERROR): +(.+)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? ''
}

/** When this process is killed without a chance to clean up, the closed pipe ends the database. */
function watchOver(child: ChildProcess): void {
  const guard = spawn('sh', ['-c', 'read -r never; kill -INT "$1" 2>/dev/null', 'watchdog', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  child.once('exit', () => guard.kill('SIGKILL'))
}
