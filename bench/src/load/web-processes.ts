import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { processorMs, productProcesses, unlessExited } from '../processes.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { atMost, type BenchTable, quantile } from '../table.ts'
import { createUsers, privateDatabase, refreshVersions } from './users.ts'
import type { BenchUser } from './plan.ts'
import { failuresOf, sendLoad } from './send-load.ts'

/** Well below the capacity of one process, so that no request waits for a core. */
const RATE = 200
const SECONDS = 5
/** Rounds alternate between one and two processes, so that other load on the machine affects both. */
const ROUNDS = 5
/** Each process has its own caches and timers, which cost more per request at lower rates. */
const COST_MAX = 1.25

export interface SharedDatabase {
  start(role: 'web' | 'worker'): Promise<RunningProduct>
  /** The product that owns the database. */
  first: RunningProduct
  users: BenchUser[]
  stop(): Promise<void>
}

/** Processes that share the private database of an idle product. */
export async function openSharedDatabase({ count, projects }: { count: number; projects: number }): Promise<SharedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  const shared = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
    TRUST_PROXY: 'true',
  }
  const first = await startProduct({ env: shared })
  const started: RunningProduct[] = []
  const { host, port, user, database } = privateDatabase(first.dataDir)
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  return {
    first,
    users: await createUsers(first, { count, projects }),
    async start(role) {
      const product = await startProduct({ env: { ...shared, DATABASE_URL: url, ROLE: role } })
      started.push(product)
      return product
    },
    async stop() {
      for (const product of [...started.toReversed(), first]) await product.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** CPU milliseconds per request. */
interface Cost {
  web: number
  database: number
  failed: number
}

/** Requests of the mix, spread over web processes. */
async function costOf({ users, first }: SharedDatabase, webs: readonly RunningProduct[]): Promise<Cost> {
  await refreshVersions(first.origin, users)
  const readUsage = () => ({
    web: webs.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    database: productProcesses(first.dataDir).database.reduce((sum, pid) => sum + unlessExited(() => processorMs(pid), 0), 0),
  })
  const start = readUsage()
  const outcomes = await Promise.all(
    webs.map(({ origin }, index) =>
      sendLoad({
        kind: 'mix',
        origin,
        users: users.filter((_, number) => number % webs.length === index),
        perSecond: RATE / webs.length,
        seconds: SECONDS,
      }),
    ),
  )
  const end = readUsage()
  const answered = outcomes.reduce((sum, { ms }) => sum + ms.length, 0)
  return {
    web: (end.web - start.web) / answered,
    database: (end.database - start.database) / answered,
    failed: outcomes.reduce((sum, outcome) => sum + failuresOf(outcome), 0),
  }
}

/** CPU time per request with one web process and with two. A second one adds the capacity of its cores as long as this stays the same. */
export async function twoWebs(fleet: SharedDatabase): Promise<BenchTable> {
  const webs = [await fleet.start('web'), await fleet.start('web')]
  const rounds: { one: Cost; two: Cost }[] = []
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await costOf(fleet, webs.slice(0, 1))
    rounds.push({ one, two: await costOf(fleet, webs) })
  }
  for (const web of webs) await web.stop()
  const counted = rounds.slice(1)
  const median = (pick: (round: { one: Cost; two: Cost }) => number): number => quantile(counted.map(pick), 0.5)
  const [web, database] = [median(({ one, two }) => two.web / one.web), median(({ one, two }) => two.database / one.database)]
  return {
    title: `${RATE} requests a second at one web process and at two, on one database (median of ${ROUNDS} rounds in turn)`,
    columns: ['CPU ms per request', 'web processes', 'database'],
    rows: [
      ['two web processes', median(({ two }) => two.web), median(({ two }) => two.database)],
      ['baseline: one', median(({ one }) => one.web), median(({ one }) => one.database)],
      ['two processes, times one', web, database],
    ],
    gates: [
      atMost('web processes, two processes', { value: web, limit: COST_MAX, unit: 'times' }),
      atMost('database, two processes', { value: database, limit: COST_MAX, unit: 'times' }),
      atMost('failed', { value: counted.reduce((sum, { one, two }) => sum + one.failed + two.failed, 0), limit: 0, unit: 'requests' }),
    ],
  }
}
