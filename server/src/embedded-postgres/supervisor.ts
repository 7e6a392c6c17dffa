import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { ConfigError } from '../config-error.ts'
import { findBinaries } from './binaries.ts'
import { DATABASE_USER, ensureCluster, prepareSocketFolder, socketFolder } from './cluster.ts'
import { watchDisk } from './full-disk.ts'
import { StartupError, launch, isDiskFullMessage, type ClusterPaths, type Server } from './launch.ts'
import { stopOrphan } from './orphan.ts'
import { chooseRunner } from './run-as.ts'

/** Overrides for tests. Times in milliseconds. */
export interface SupervisorLimits {
  /** Delay before the second attempt to restart a dead server, whose last processes must exit first; doubled for each further one. */
  retryMs: number
  longestRetryMs: number
  /** Polling interval on a full disk. */
  pollMs: number
  /** Two WAL segments: what PostgreSQL needs for recovery on a full disk. */
  ballastBytes: number
  /** How long a graceful shutdown may take before an immediate one; acknowledged writes are in the WAL either way. */
  stopMs: number
  /** How long the immediate shutdown may take before the server is killed. */
  quitMs: number
}

const BOUNDS: SupervisorLimits = {
  retryMs: 100,
  longestRetryMs: 30_000,
  pollMs: 2_000,
  ballastBytes: 32 * 1024 * 1024,
  stopMs: 15_000,
  quitMs: 5_000,
}

export interface EmbeddedPostgres {
  connection: pg.PoolConfig
  /** Whether its disk is full, which leaves it read-only at best. */
  isFull(): boolean
  /** Stops gracefully: waits for commits in progress, and rejects everything else. */
  stop(): Promise<void>
}

/** Connection to the embedded PostgreSQL of a running product's data folder. */
export function runningConnection(dataDir: string): pg.PoolConfig {
  return connectionOf(socketFolder(dataDir))
}

/** Connection to the embedded PostgreSQL whose socket is in a folder. */
export function connectionOf(socket: string): pg.PoolConfig {
  return { host: socket, port: 5432, user: DATABASE_USER, database: 'postgres' }
}

/** Starts the embedded PostgreSQL of a data folder, and restarts it when it dies. The caller holds the folder's lock. */
export async function startPostgres(dataDir: string, log: Logger, bounds: Partial<SupervisorLimits> = {}): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const runner = await chooseRunner(binaries.postgres)
  const folder = join(dataDir, 'postgres')
  await ensureCluster(folder, binaries, runner)
  await stopOrphan(folder, log)
  const connection = connectionOf(socketFolder(dataDir))
  if (await isResponding(connection))
    throw new ConfigError(`A product in another container uses ${dataDir}. Stop it first, or choose another DATA_DIR.`)
  const socket = await prepareSocketFolder(dataDir, runner)
  const paths = { folder, socket, postgres: binaries.postgres, runner }
  return { connection, ...(await supervise(paths, { ...BOUNDS, ...bounds }, log)) }
}

/** Starts a server, and restarts it whenever it dies. */
async function supervise(paths: ClusterPaths, bounds: SupervisorLimits, log: Logger): Promise<Pick<EmbeddedPostgres, 'isFull' | 'stop'>> {
  const { folder } = paths
  const { ballastBytes, pollMs, retryMs, longestRetryMs, stopMs, quitMs } = bounds
  const stopping = new AbortController()
  const { signal } = stopping
  const disk = watchDisk({ folder, ballastBytes, pollMs, log, signal })
  /** Set when we stop it in order to restart it writable. */
  let isFreed = false
  let server = await launchFirst(paths, disk.path, log)

  async function relaunch(): Promise<Server> {
    for (let attempt = 0; ; attempt++) {
      try {
        await stopOrphan(folder, log)
        return await launch(paths, { isReadOnly: disk.isFull() }, log)
      } catch (error) {
        if (signal.aborted) throw error
        if (!disk.isFull() && isDiskFull(error)) await disk.begin()
        // Only the first attempt is logged, so that it stays easy to find.
        else if (!disk.isFull() && attempt === 0) log.warn({ reason: reasonOf(error) }, 'Database server restart failed: retrying')
        await disk.pause(Math.min(retryMs * 2 ** attempt, longestRetryMs))
      }
    }
  }

  /** Once there is space, stops the server gracefully, and the next one is writable. */
  async function restartWritable(): Promise<void> {
    isFreed = await disk.end()
    if (isFreed) server.child.kill('SIGINT')
  }

  async function watch(): Promise<void> {
    for (;;) {
      await server.exited
      if (signal.aborted) return
      if (!disk.isFull() && !isFreed) {
        if (isDiskFullMessage(server.output())) await disk.begin()
        else log.error('Database server died: restarting it')
      }
      isFreed = false
      server = await relaunch()
      // A shutdown was requested while no server was running.
      if (signal.aborted) server.child.kill('SIGINT')
      else if (disk.isFull()) restarting ??= restartWritable().finally(() => (restarting = undefined))
    }
  }
  let restarting: Promise<void> | undefined
  const prepared = disk.prepare()
  const watched = watch().catch((error: unknown) => signal.aborted || log.error({ err: error }, 'Database server supervision failed'))
  return {
    isFull: disk.isFull,
    stop: async () => {
      stopping.abort()
      server.child.kill('SIGINT')
      const cut = setTimeout(() => server.child.kill('SIGQUIT'), stopMs)
      const end = setTimeout(() => server.child.kill('SIGKILL'), stopMs + quitMs)
      await Promise.all([watched, prepared, restarting])
      clearTimeout(cut)
      clearTimeout(end)
    },
  }
}

/** A full disk aborts the start, because migrations can't run. */
async function launchFirst(paths: ClusterPaths, ballastPath: string, log: Logger): Promise<Server> {
  try {
    return await launch(paths, { isReadOnly: false }, log)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new ConfigError(`The disk of ${paths.folder} is full. Free up space, or delete ${ballastPath}, which is reserved for this.`)
  }
}

const isDiskFull = (error: unknown): boolean => error instanceof StartupError && isDiskFullMessage(error.output)
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function isResponding(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1_000 })
  // A server that vanishes during the query isn't ready.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}
