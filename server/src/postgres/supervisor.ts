import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import { findBinaries } from './binaries.ts'
import { DATABASE_USER, ensureCluster, prepareSocketFolder, socketPlace } from './cluster.ts'
import { endOrphan } from './orphan.ts'
import { chooseRunner, type Runner } from './run-as.ts'

/** Small, since it serves one product on one machine; every commit still reaches the disk before it is acknowledged. */
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '32MB',
  max_connections: '60',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '2',
  max_parallel_workers: '0',
  autovacuum_max_workers: '1',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  cluster_name: 'ninesixteen',
  // After a crash the whole folder is flushed first: at once, where one file after another takes seconds on a busy disk.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}
/** How long the first answer may take, in milliseconds: the log of a large crash is replayed first. */
const READY_MS = 60_000
/** How long an orderly end may take before it is cut, in milliseconds; what was acknowledged is in the log either way. */
const STOP_MS = 15_000
/** Between two tries to start again after the server died under us, in milliseconds: its last processes have to leave. */
const RETRY_MS = 100

export interface PrivatePostgres {
  connection: pg.PoolConfig
  /** Ends it in order: waits for what is committing, refuses the rest. */
  stop(): Promise<void>
}

/** How to reach the private PostgreSQL of a data folder while a product runs there. */
export function runningConnection(dataDir: string): pg.PoolConfig {
  return connectionOf(socketPlace(dataDir))
}

function connectionOf(socket: string): pg.PoolConfig {
  return { host: socket, port: 5432, user: DATABASE_USER, database: 'postgres' }
}

interface Place {
  folder: string
  socket: string
  postgres: string
  runner: Runner
}

/** Starts the private PostgreSQL of a data folder and keeps it up. The caller holds the folder's lock. */
export async function startPostgres(dataDir: string, log: Logger): Promise<PrivatePostgres> {
  const binaries = await findBinaries()
  const runner = await chooseRunner(binaries.postgres)
  const folder = join(dataDir, 'postgres')
  await ensureCluster(folder, binaries, runner)
  await endOrphan(folder, log)
  const connection = connectionOf(socketPlace(dataDir))
  if (await answers(connection))
    throw new ConfigError(`A product in another container uses ${dataDir}: stop it first, or choose another DATA_DIR.`)
  const socket = await prepareSocketFolder(dataDir, runner)
  const place = { folder, socket, postgres: binaries.postgres, runner }

  let stopping = false
  let server = await launch(place, log)
  const keepUp = async (): Promise<void> => {
    for (;;) {
      await server.gone
      if (stopping) return
      log.error('the database server died; starting it again')
      server = await relaunch()
      // Asked to stop meanwhile, when there was nothing to end.
      if (stopping) server.child.kill('SIGINT')
    }
  }
  const relaunch = async (): Promise<Server> => {
    for (;;) {
      try {
        await endOrphan(folder, log)
        return await launch(place, log)
      } catch (error) {
        if (stopping) throw error
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the database server is not back yet')
        await wait(RETRY_MS)
      }
    }
  }
  const up = keepUp().catch((error: unknown) => stopping || log.error({ err: error }, 'the database server was given up'))
  return {
    connection,
    stop: async () => {
      stopping = true
      server.child.kill('SIGINT')
      const tooLong = setTimeout(() => server.child.kill('SIGQUIT'), STOP_MS)
      await up
      clearTimeout(tooLong)
    },
  }
}

interface Server {
  child: ChildProcess
  gone: Promise<unknown>
}

async function launch(place: Place, log: Logger): Promise<Server> {
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: place.socket }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // Detached: Ctrl-C in the terminal reaches the product alone, which ends the database last.
  const child = place.runner.start(place.postgres, ['-D', place.folder, ...settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const gone = once(child, 'exit')
  let lastWords = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000)
    log.debug({ postgres: chunk.toString().trimEnd() }, 'database')
  })
  watchOver(child)
  let left = false
  void gone.then(() => (left = true))
  const end = performance.now() + READY_MS
  while (performance.now() < end) {
    if (left) throw new ConfigError(`The private PostgreSQL did not start: ${reasonIn(lastWords)}`)
    if (isReady(place.folder, child.pid)) return { child, gone }
    await wait(10)
  }
  child.kill('SIGQUIT')
  throw new ConfigError(`The private PostgreSQL did not answer within ${READY_MS / 1000} s: ${reasonIn(lastWords)}`)
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

async function answers(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1_000 })
  // A server that goes away while it is asked has not answered.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
