import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOwnDatabase } from '@ninesixteen/server/testing/own-database'
import type { ProductOptions } from '@ninesixteen/server/testing/product-order'
import { s3Url } from '@ninesixteen/server/testing/s3-address'
import { type ReachedSandbox, sandboxAt, startTestSandbox } from '@ninesixteen/server/testing/sandbox'
import { type ProductProcess, startProductProcess } from '@ninesixteen/server/testing/start-product-process'
import pg from 'pg'
import { freePort } from '../product.ts'
import { startBalancer } from './balancer.ts'
import { isListening, type RunningProgram, runProgram } from './running-program.ts'
import type { DrillContext } from './needed-programs.ts'
import { type Cluster, startCluster, USER } from './postgres-cluster.ts'
import { type DatabaseAddress, type Pooler, startPooler } from './pooler.ts'
import { until } from './until.ts'

const S3_PROGRAM = fileURLToPath(import.meta.resolve('@ninesixteen/server/testing/s3-process'))
const START_MS = 120_000

/** The release that all processes start with. */
export interface EarlierRelease {
  version: string
  /** Its sources. */
  folder: string
  /** Whether a stopping process continues to serve until the balancer has noticed. */
  drains: boolean
}

export interface StageSize {
  /** Whether PostgreSQL is a cluster of three nodes instead of a single one. */
  isReplicated: boolean
  webs: number
  workers: number
  drainSeconds: number
  /** Shorter waits for the workers. */
  publishing: NonNullable<ProductOptions['publishing']>
}

/** A process of the product and its address, at which another process can replace it. */
export interface Member {
  name: string
  role: 'web' | 'worker'
  port: number
  /** The release it runs; null for this version. */
  release: EarlierRelease | null
  process: ProductProcess
}

export interface Stage {
  /** URL for users. */
  url: string
  cluster: Cluster | null
  pooler: Pooler
  sandbox: ReachedSandbox
  members: Member[]
  /** The database without the pooler. */
  direct: pg.PoolConfig
  pooled: pg.PoolConfig
  /** Settings of all processes. */
  env: Record<string, string>
  /** Starts a new process at the address of a stopped one. */
  restart(member: Member): Promise<void>
  /** Enables or drains a web process at the balancer. */
  serve(member: Member, does: boolean): Promise<void>
  stopStore(): Promise<void>
  startStore(): Promise<void>
  stop(): Promise<void>
}

export interface StagePlan {
  size: StageSize
  /** Null if all processes start with this version. */
  earlierRelease: EarlierRelease | null
}

/** Starts all parts of a fleet in order. Stops the started ones if a later one fails. */
export async function startStage(context: DrillContext, plan: StagePlan, log: (text: string) => void): Promise<Stage> {
  const cleanups: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  }
  try {
    return { ...(await startParts({ ...plan, context, log, cleanups })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface StartContext extends StagePlan {
  context: DrillContext
  log(text: string): void
  /** Cleanups in start order; they run in reverse. */
  cleanups: (() => Promise<unknown>)[]
}

async function startParts({ context, size, earlierRelease, log, cleanups }: StartContext): Promise<Omit<Stage, 'stop'>> {
  const [front, storePort] = [await freePort(), await freePort()]
  const webs = await Promise.all(Array.from({ length: size.webs }, freePort))
  const cluster = size.isReplicated ? await startCluster(context) : null
  if (cluster) {
    cleanups.push(() => cluster.stop())
    log('PostgreSQL: a leader and a node in step with it')
  }
  const databasePort = await freePort()
  const balancer = await startBalancer(context, { front, webs, database: cluster && { port: databasePort, nodes: cluster.nodes } })
  cleanups.push(() => balancer.kill())
  const address = cluster ? await createDatabase(context, databasePort) : await startDatabase(cleanups)
  const pooler = await startPooler(context, address)
  cleanups.push(() => pooler.stop())
  const store = fileStore(context, storePort)
  await store.startStore()
  cleanups.push(() => store.stopStore())
  const sandbox = await startTestSandbox()
  cleanups.push(() => sandbox.stop())
  log('pgbouncer, haproxy, S3 and the sandbox are running')

  const { user, database } = address
  const pooled = { host: '127.0.0.1', port: pooler.port, user, database }
  const url = `http://localhost:${front}`
  const env = {
    DATABASE_URL: urlOf(pooled),
    DATABASE_DIRECT_URL: urlOf(address),
    SECRET_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: s3Url(storePort),
    PUBLIC_URL: url,
    TRUST_PROXY: 'true',
    OPERATORS: 'operator@example.org',
    DRAIN_SECONDS: String(size.drainSeconds),
    LOG_LEVEL: 'warn',
  }
  const current: ProductOptions = { env, sandboxUrl: sandbox.url, publishing: size.publishing }
  const optionsOf = ({ release }: Pick<Member, 'release'>) => (release ? earlierOptions(current, release) : current)
  const members: Member[] = []
  cleanups.push(() => killAll(members))
  const restart = async (member: Member): Promise<void> => {
    member.process = await startMember(context, member, optionsOf(member))
  }
  for (const [index, port] of webs.entries())
    members.push(await startFirst({ name: `web${index + 1}`, role: 'web', port, release: earlierRelease }))
  for (let number = 1; number <= size.workers; number += 1)
    members.push(await startFirst({ name: `worker${number}`, role: 'worker', port: await freePort(), release: earlierRelease }))
  const isReady = async () => (await fetch(`${url}/readyz`)).ok
  await until(isReady, { condition: 'The first answer', timeoutMs: START_MS, signal: context.signal })
  log(`${size.webs} web and ${size.workers} worker processes${earlierRelease ? ` of ${earlierRelease.version}` : ''} serve ${url}`)
  const services = { pooler, sandbox: sandboxAt(sandbox.url), direct: address, pooled, env }
  return { url, cluster, members, restart, serve: balancer.serve, ...services, ...store }

  async function startFirst(member: Omit<Member, 'process'>): Promise<Member> {
    context.signal.throwIfAborted()
    return { ...member, process: await startMember(context, member, optionsOf(member)) }
  }
}

/** Omits options that an earlier release doesn't support, such as poolers in transaction mode. */
function earlierOptions({ env, sandboxUrl }: ProductOptions, { folder }: EarlierRelease): ProductOptions {
  const { DATABASE_DIRECT_URL, DRAIN_SECONDS: _, ...supported } = env
  return { env: { ...supported, DATABASE_URL: DATABASE_DIRECT_URL }, sandboxUrl, folder }
}

async function startMember(
  context: DrillContext,
  { name, role, port }: Omit<Member, 'process'>,
  options: ProductOptions,
): Promise<ProductProcess> {
  const DATA_DIR = join(context.folder, name)
  const env = { ...options.env, ROLE: role, PORT: String(port), DATA_DIR }
  const product = startProductProcess({ ...options, env }, `http://localhost:${port}`)
  await product.ready.catch((error: unknown) => {
    throw new Error(`${name} did not start`, { cause: error })
  })
  return product
}

async function killAll(members: readonly Member[]): Promise<void> {
  for (const { process } of members) process.child.kill('SIGKILL')
  await Promise.all(members.map(({ process }) => process.ended))
}

/** An empty database behind the balancer. */
async function createDatabase({ signal }: DrillContext, port: number): Promise<DatabaseAddress> {
  const address = { host: '127.0.0.1', port, user: USER, database: 'ninesixteen' }
  const create = async (): Promise<boolean> => {
    const client = new pg.Client({ ...address, database: 'postgres', connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`create database ${address.database}`)
      return true
    } finally {
      await client.end()
    }
  }
  await until(create, { condition: 'The database', timeoutMs: 60_000, signal })
  return address
}

async function startDatabase(cleanups: StartContext['cleanups']): Promise<DatabaseAddress> {
  const { connection, stop } = await startOwnDatabase()
  cleanups.push(stop)
  const { host = '', port = 5432, user = '', database = '' } = connection
  return { host, port, user, database }
}

function urlOf({ host, port, user, database }: DatabaseAddress): string {
  return host.startsWith('/')
    ? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${user}@${host}:${port}/${database}`
}

/** An S3 server that can be stopped and restarted without losing its files. */
function fileStore({ folder, signal }: DrillContext, port: number): Pick<Stage, 'startStore' | 'stopStore'> {
  const files = join(folder, 's3')
  let running: RunningProgram | null = null
  return {
    async startStore() {
      await mkdir(files, { recursive: true })
      const args = [S3_PROGRAM, String(port), files]
      running = runProgram({ name: 'The S3 server', command: process.execPath, args, logFile: join(folder, 's3.log') })
      await until(() => isListening(port), { condition: 'The S3 server', timeoutMs: START_MS, signal, needs: running.ended })
    },
    async stopStore() {
      await running?.kill()
    },
  }
}
