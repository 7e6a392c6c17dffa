import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import type { Runner } from './run-as.ts'

/** Small, for one product on one machine; every commit reaches the disk before it is acknowledged. */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '60',
  max_wal_size: '256MB',
  // Required for online backups. Nothing replicates, and a stalled backup retains no more WAL than this.
  wal_level: 'replica',
  max_slot_wal_keep_size: '2GB',
  max_wal_senders: '0',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  jit: 'off',
  // The supervisor restarts it, and handles a full disk, where PostgreSQL would crash again and again.
  restart_after_crash: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'ninesixteen',
  // Only its own problems: callers log failed statements, without the values that PostgreSQL would include.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Recovery flushes the whole folder first: syncfs is one call, while flushing each file takes seconds on a busy disk.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}
/** For a full disk: writes fail with a recognizable error. */
const READ_ONLY = { default_transaction_read_only: 'on', autovacuum: 'off' }
/** Timeout of a start, in milliseconds, which includes crash recovery. */
const READY_MS = 60_000
/** How long to wait for the remaining output of a server that exited, in milliseconds. */
const LAST_WORDS_MS = 50
/** Retained characters of its output. */
const WORDS_MAX = 10_000

export interface ClusterPaths {
  folder: string
  socket: string
  postgres: string
  runner: Runner
}

export interface Server {
  child: ChildProcess
  exited: Promise<unknown>
  /** Its recent output. */
  output(): string
}

/** It exited before it was ready, or didn't become ready. */
export class StartupError extends ConfigError {
  readonly output: string

  constructor(problem: string, output: string) {
    super(`The embedded PostgreSQL ${problem}: ${reasonIn(output)}`)
    this.output = output
  }
}

/** Whether a server's output reports a full disk. */
export const isDiskFullMessage = (output: string): boolean => /No space left on device|Disk quota exceeded/.test(output)

interface Launching {
  isReadOnly: boolean
  /** Replaces the settings for one product on one machine. */
  settings?: Readonly<Record<string, string>>
}

/** Starts a server and waits until it is ready. Read-only, it needs next to no disk space. */
export async function launch(paths: ClusterPaths, { isReadOnly, settings: own = {} }: Launching, log: Logger): Promise<Server> {
  const mode = isReadOnly ? READ_ONLY : {}
  const all = { ...settingsOf(paths.folder), ...mode, ...own, unix_socket_directories: paths.socket }
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached: Ctrl-C in the terminal reaches only the product, which stops the database last.
  const child = paths.runner.start(paths.postgres, ['-D', paths.folder, ...settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const closed = once(child, 'close')
  // Its last output arrives after its exit; orphaned processes may keep the pipe open.
  const exited = once(child, 'exit').then(() => Promise.race([closed, wait(LAST_WORDS_MS)]))
  let recentOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    recentOutput = (recentOutput + chunk.toString()).slice(-WORDS_MAX)
    log.debug({ postgres: chunk.toString().trimEnd() }, 'database')
  })
  stopWithParent(child)
  let hasExited = false
  void exited.then(() => (hasExited = true))
  const end = performance.now() + READY_MS
  while (performance.now() < end) {
    if (hasExited) throw new StartupError('did not start', recentOutput)
    if (isReady(paths.folder, child.pid)) return { child, exited, output: () => recentOutput }
    await wait(10)
  }
  child.kill('SIGQUIT')
  throw new StartupError(`did not answer within ${READY_MS / 1000} s`, recentOutput)
}

/** Omits settings that earlier versions don't know. */
function settingsOf(folder: string): Record<string, string> {
  const { io_method, ...common } = SETTINGS
  return Number(readFileSync(join(folder, 'PG_VERSION'), 'utf8')) < 18 ? common : { ...common, io_method }
}

/** The eighth line of postmaster.pid has the server's state. A connection would cost it a process each time. */
function isReady(folder: string, pid: number | undefined): boolean {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
  } catch {
    // Not written yet, or removed on shutdown.
    return false
  }
}

/** The relevant line of a failing server's output. */
function reasonIn(output: string): string {
  return /(?:PANIC|FATAL|ERROR): +(.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
}

/** When this process is killed, the closed pipe stops the database. */
function stopWithParent(child: ChildProcess): void {
  const guard = spawn('sh', ['-c', 'read -r never; kill -INT "$1" 2>/dev/null', 'watchdog', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  child.once('exit', () => guard.kill('SIGKILL'))
}
