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

/** The release that all processes begin with. */
export interface EarlierRelease {
  version: string
  /** Its sources. */
  folder: string
  /** Whether one that is told to end goes on serving until its balancer has noticed. */
  leavesTime: boolean
}

export interface StageSize {
  /** Whether PostgreSQL is three nodes of which one leads; else it is one. */
  isReplicated: boolean
  webs: number
  workers: number
  drainSeconds: number
  /** Shorter waits for the workers. */
  publishing: NonNullable<ProductOptions['publishing']>
}

/** A process of the product at its own address, where another one can replace it. */
export interface Member {
  name: string
  role: 'web' | 'worker'
  port: number
  /** The release it runs; null for this version. */
  release: EarlierRelease | null
  process: ProductProcess
}

export interface Stage {
  /** Where users come. */
  url: string
  cluster: Cluster | null
  pooler: Pooler
  sandbox: ReachedSandbox
  members: Member[]
  /** The database past the pooler, as the product reaches it. */
  direct: pg.PoolConfig
  pooled: pg.PoolConfig
  /** Settings of all processes. */
  env: Record<string, string>
  /** Starts a process at the address of one that has ended. */
  restart(member: Member): Promise<void>
  /** Whether users are sent to a web process. */
  serve(member: Member, does: boolean): Promise<void>
  stopStore(): Promise<void>
  startStore(): Promise<void>
  stop(): Promise<void>
}

export interface StagePlan {
  size: StageSize
  /** Null where all begin with this version. */
  before: EarlierRelease | null
}

/** All parts of a fleet, one after another; what was started is ended again when a later one fails. */
export async function setStage(context: DrillContext, plan: StagePlan, tell: (text: string) => void): Promise<Stage> {
  const endings: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const end of endings.splice(0).toReversed()) await end()
  }
  try {
    return { ...(await startParts({ ...plan, context, tell, endings })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Building extends StagePlan {
  context: DrillContext
  tell(text: string): void
  /** In the order in which they are to be called, turned round. */
  endings: (() => Promise<unknown>)[]
}

async function startParts({ context, size, before, tell, endings }: Building): Promise<Omit<Stage, 'stop'>> {
  const [front, storePort] = [await freePort(), await freePort()]
  const webs = await Promise.all(Array.from({ length: size.webs }, freePort))
  const cluster = size.isReplicated ? await startCluster(context) : null
  if (cluster) {
    endings.push(() => cluster.stop())
    tell('PostgreSQL: a leader and a node in step with it')
  }
  const databasePort = await freePort()
  const balancer = await startBalancer(context, { front, webs, database: cluster && { port: databasePort, nodes: cluster.nodes } })
  endings.push(() => balancer.kill())
  const address = cluster ? await makeDatabase(context, databasePort) : await ownDatabase(endings)
  const pooler = await startPooler(context, address)
  endings.push(() => pooler.stop())
  const store = storeOf(context, storePort)
  await store.startStore()
  endings.push(() => store.stopStore())
  const imitated = await startTestSandbox()
  endings.push(() => imitated.stop())
  tell('pgbouncer, haproxy, S3 and the sandbox are running')

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
  const now: ProductOptions = { env, sandboxUrl: imitated.url, publishing: size.publishing }
  const orderOf = ({ release }: Pick<Member, 'release'>) => (release ? earlierOrder(now, release) : now)
  const members: Member[] = []
  endings.push(() => endAll(members))
  const restart = async (member: Member): Promise<void> => {
    member.process = await startMember(context, member, orderOf(member))
  }
  for (const [at, port] of webs.entries()) members.push(await firstOf({ name: `web${at + 1}`, role: 'web', port, release: before }))
  for (let at = 1; at <= size.workers; at += 1)
    members.push(await firstOf({ name: `worker${at}`, role: 'worker', port: await freePort(), release: before }))
  const serves = async () => (await fetch(`${url}/readyz`)).ok
  await until(serves, { what: 'The first answer', mostMs: START_MS, signal: context.signal })
  tell(`${size.webs} web and ${size.workers} worker processes${before ? ` of ${before.version}` : ''} serve ${url}`)
  const reached = { pooler, sandbox: sandboxAt(imitated.url), direct: address, pooled, env }
  return { url, cluster, members, restart, serve: balancer.serve, ...reached, ...store }

  async function firstOf(given: Omit<Member, 'process'>): Promise<Member> {
    context.signal.throwIfAborted()
    return { ...given, process: await startMember(context, given, orderOf(given)) }
  }
}

/** Poolers in transaction mode, and other options that it doesn't know, are not for an earlier release. */
function earlierOrder({ env, sandboxUrl }: ProductOptions, { folder }: EarlierRelease): ProductOptions {
  const { DATABASE_DIRECT_URL, DRAIN_SECONDS: _, ...known } = env
  return { env: { ...known, DATABASE_URL: DATABASE_DIRECT_URL }, sandboxUrl, folder }
}

async function startMember(
  context: DrillContext,
  { name, role, port }: Omit<Member, 'process'>,
  order: ProductOptions,
): Promise<ProductProcess> {
  const DATA_DIR = join(context.folder, name)
  const env = { ...order.env, ROLE: role, PORT: String(port), DATA_DIR }
  const started = startProductProcess({ ...order, env }, `http://localhost:${port}`)
  await started.ready.catch((error: unknown) => {
    throw new Error(`${name} did not start`, { cause: error })
  })
  return started
}

async function endAll(members: readonly Member[]): Promise<void> {
  for (const { process } of members) process.child.kill('SIGKILL')
  await Promise.all(members.map(({ process }) => process.ended))
}

/** An empty database behind the balancer. */
async function makeDatabase({ signal }: DrillContext, port: number): Promise<DatabaseAddress> {
  const address = { host: '127.0.0.1', port, user: USER, database: 'ninesixteen' }
  const make = async (): Promise<boolean> => {
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
  await until(make, { what: 'The database', mostMs: 60_000, signal })
  return address
}

async function ownDatabase(endings: Building['endings']): Promise<DatabaseAddress> {
  const { connection, stop } = await startOwnDatabase()
  endings.push(stop)
  const { host = '', port = 5432, user = '', database = '' } = connection
  return { host, port, user, database }
}

function urlOf({ host, port, user, database }: DatabaseAddress): string {
  return host.startsWith('/')
    ? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgres://${user}@${host}:${port}/${database}`
}

/** An S3 server that goes and comes back over what it kept. */
function storeOf({ folder, signal }: DrillContext, port: number): Pick<Stage, 'startStore' | 'stopStore'> {
  const files = join(folder, 's3')
  let running: RunningProgram | null = null
  return {
    async startStore() {
      await mkdir(files, { recursive: true })
      const args = [S3_PROGRAM, String(port), files]
      running = runProgram({ name: 'The S3 server', command: process.execPath, args, logFile: join(folder, 's3.log') })
      await until(() => isListening(port), { what: 'The S3 server', mostMs: START_MS, signal, needs: running.ended })
    },
    async stopStore() {
      await running?.kill()
    },
  }
}
