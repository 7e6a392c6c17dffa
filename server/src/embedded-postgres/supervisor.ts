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

/** What a test makes smaller. Times in milliseconds. */
export interface SupervisorLimits {
  /** Before the second try to start again after the server died under us: its last processes have to leave. Doubled for each further one. */
  retryMs: number
  longestRetryMs: number
  /** How often a full disk is looked at. */
  lookMs: number
  /** Two segments of the log: what PostgreSQL needs to come back on a full disk. */
  ballastBytes: number
  /** How long an orderly end may take before it is cut; what was acknowledged is in the log either way. */
  stopMs: number
  /** How long the cut may take before the server is killed. */
  quitMs: number
}

const BOUNDS: SupervisorLimits = {
  retryMs: 100,
  longestRetryMs: 30_000,
  lookMs: 2_000,
  ballastBytes: 32 * 1024 * 1024,
  stopMs: 15_000,
  quitMs: 5_000,
}

export interface EmbeddedPostgres {
  connection: pg.PoolConfig
  /** True while its disk is full: it can be read at most. */
  isFull(): boolean
  /** Ends it in order: waits for what is committing, refuses the rest. */
  stop(): Promise<void>
}

/** How to reach the private PostgreSQL of a data folder while a product runs there. */
export function runningConnection(dataDir: string): pg.PoolConfig {
  return connectionOf(socketFolder(dataDir))
}

/** How to reach the private PostgreSQL whose socket is in a folder. */
export function connectionOf(socket: string): pg.PoolConfig {
  return { host: socket, port: 5432, user: DATABASE_USER, database: 'postgres' }
}

/** Starts the private PostgreSQL of a data folder and keeps it up. The caller holds the folder's lock. */
export async function startPostgres(dataDir: string, log: Logger, bounds: Partial<SupervisorLimits> = {}): Promise<EmbeddedPostgres> {
  const binaries = await findBinaries()
  const runner = await chooseRunner(binaries.postgres)
  const folder = join(dataDir, 'postgres')
  await ensureCluster(folder, binaries, runner)
  await stopOrphan(folder, log)
  const connection = connectionOf(socketFolder(dataDir))
  if (await answers(connection))
    throw new ConfigError(`A product in another container uses ${dataDir}: stop it first, or choose another DATA_DIR.`)
  const socket = await prepareSocketFolder(dataDir, runner)
  const place = { folder, socket, postgres: binaries.postgres, runner }
  return { connection, ...(await keepUp(place, { ...BOUNDS, ...bounds }, log)) }
}

/** Starts a server, and starts it again whenever it dies. */
async function keepUp(place: ClusterPaths, bounds: SupervisorLimits, log: Logger): Promise<Pick<EmbeddedPostgres, 'isFull' | 'stop'>> {
  const { folder } = place
  const { ballastBytes, lookMs, retryMs, longestRetryMs, stopMs, quitMs } = bounds
  const stopping = new AbortController()
  const { signal } = stopping
  const disk = watchDisk({ folder, ballastBytes, lookMs, log, signal })
  /** It was ended by us, to be started anew where it may write. */
  let isFreed = false
  let server = await launchFirst(place, disk.path, log)

  async function relaunch(): Promise<Server> {
    for (let tries = 0; ; tries++) {
      try {
        await stopOrphan(folder, log)
        return await launch(place, { isReadOnly: disk.isFull() }, log)
      } catch (error) {
        if (signal.aborted) throw error
        if (!disk.isFull() && isDiskFull(error)) await disk.begin()
        // Once: an operator who finds a line for each try does not find the first.
        else if (!disk.isFull() && tries === 0) log.warn({ reason: reasonOf(error) }, 'the database server is not back yet')
        await disk.pause(Math.min(retryMs * 2 ** tries, longestRetryMs))
      }
    }
  }

  /** Once there is room, the server is ended in order, and the next one may write again. */
  async function makeRoom(): Promise<void> {
    isFreed = await disk.end()
    if (isFreed) server.child.kill('SIGINT')
  }

  async function watch(): Promise<void> {
    for (;;) {
      await server.gone
      if (signal.aborted) return
      if (!disk.isFull() && !isFreed) {
        if (isDiskFullMessage(server.words())) await disk.begin()
        else log.error('the database server died; starting it again')
      }
      isFreed = false
      server = await relaunch()
      // Asked to stop meanwhile, when there was nothing to end.
      if (signal.aborted) server.child.kill('SIGINT')
      else if (disk.isFull()) room ??= makeRoom().finally(() => (room = undefined))
    }
  }
  let room: Promise<void> | undefined
  const prepared = disk.prepare()
  const watched = watch().catch((error: unknown) => signal.aborted || log.error({ err: error }, 'the database server was given up'))
  return {
    isFull: disk.isFull,
    stop: async () => {
      stopping.abort()
      server.child.kill('SIGINT')
      const cut = setTimeout(() => server.child.kill('SIGQUIT'), stopMs)
      const end = setTimeout(() => server.child.kill('SIGKILL'), stopMs + quitMs)
      await Promise.all([watched, prepared, room])
      clearTimeout(cut)
      clearTimeout(end)
    },
  }
}

/** A full disk stops the start: the tables cannot be brought up to date on it. */
async function launchFirst(place: ClusterPaths, kept: string, log: Logger): Promise<Server> {
  try {
    return await launch(place, { isReadOnly: false }, log)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    throw new ConfigError(
      `The disk of ${place.folder} is full: make room there. If there is nothing else, delete ${kept}, which is kept for this.`,
    )
  }
}

const isDiskFull = (error: unknown): boolean => error instanceof StartupError && isDiskFullMessage(error.words)
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

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
