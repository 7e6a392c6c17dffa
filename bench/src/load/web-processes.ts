import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { processorMs, productProcesses, whileThere } from '../processes.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { quantile } from '../rounds.ts'
import { atLeast, atMost, type BenchGate, type BenchTable } from '../table.ts'
import { makePeople, privateDatabase, refreshVersions } from './people.ts'
import type { LoadOutcome, Person } from './plan.ts'
import { failuresOf, sendLoad } from './send-load.ts'

/** More than one process carries: what is beyond that is sent away, and what is taken is what it carries. */
const RATE = 1500
const SECONDS = 10
/** Web processes, database and the sender need a core each before a second web process can show what it adds. */
const CORES = 4
export const TIMES = 1.6

export interface SharedDatabase {
  start(role: 'web' | 'worker'): Promise<RunningProduct>
  /** Whose private database it is. */
  first: RunningProduct
  people: Person[]
  stop(): Promise<void>
}

/** Processes that share the private database of a product that nobody asks for anything. */
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
    people: await makePeople(first, { count, projects }),
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

export interface Carried {
  /** Calls a second that were taken. */
  taken: number
  p99: number
  /** Processor milliseconds a call: of the web processes, and of the database. */
  web: number
  database: number
  shed: number
  failed: number
  /** How often each failure was met. */
  failures: [string, number][]
  /** How long it took, in milliseconds. */
  ms: number
}

/** Calls of the mix, spread over web processes. */
export async function carry(
  { people, first }: SharedDatabase,
  webs: readonly RunningProduct[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Carried> {
  await refreshVersions(first.origin, people)
  const used = () => ({
    web: webs.reduce((sum, { pid }) => sum + processorMs(pid), 0),
    database: productProcesses(first.dataDir).database.reduce((sum, pid) => sum + whileThere(() => processorMs(pid), 0), 0),
  })
  const [before, begun] = [used(), performance.now()]
  const outcomes: LoadOutcome[] = await Promise.all(
    webs.map(({ origin }, index) =>
      sendLoad({
        kind: 'mix',
        origin,
        people: people.filter((_, number) => number % webs.length === index),
        perSecond: rate / webs.length,
        seconds,
      }),
    ),
  )
  const [after, ended] = [used(), performance.now()]
  const ms = outcomes.flatMap((outcome) => outcome.ms)
  return {
    taken: ms.length / seconds,
    p99: quantile(ms, 0.99),
    web: (after.web - before.web) / ms.length,
    database: (after.database - before.database) / ms.length,
    shed: outcomes.reduce((sum, { shed }) => sum + shed, 0),
    failed: outcomes.reduce((sum, outcome) => sum + failuresOf(outcome), 0),
    failures: outcomes.flatMap((outcome) => Object.entries(outcome.failures)),
    ms: ended - begun,
  }
}

/** The same people at one web process and at two. Where there are too few cores it says what was the bound, and holds what a call costs. */
export async function twoWebs(fleet: SharedDatabase, rate = RATE): Promise<BenchTable> {
  const webs = [await fleet.start('web'), await fleet.start('web')]
  await carry(fleet, webs, { rate: 100, seconds: SECONDS })
  const one = await carry(fleet, webs.slice(0, 1), { rate, seconds: SECONDS })
  const two = await carry(fleet, webs, { rate, seconds: SECONDS })
  for (const web of webs) await web.stop()
  const row = (name: string, { taken, p99, web, database }: Carried) => [name, taken, p99, web, database]
  const [times, cores] = [two.taken / one.taken, cpus().length]
  const cost = atMost('processor of web processes a call, two beside one', { value: two.web / one.web, limit: 2 / TIMES, unit: 'times' })
  const gain: BenchGate = atLeast('calls taken by two beside one', { value: times, limit: TIMES, unit: 'times' })
  const busy = (two.taken * (two.web + two.database)) / 1000
  return {
    title: `${rate} calls a second for ${SECONDS} s at one web process and at two, on one database`,
    columns: ['what', 'taken a second', 'p99 ms', 'web ms a call', 'database ms a call'],
    rows: [
      row('two web processes', two),
      row('control: one', one),
      ['two beside one, times', times, '', '', ''],
      [`cores busy with it, of ${cores}; the sender needs the rest`, busy, '', '', ''],
      ...[...one.failures, ...two.failures].map(([what, count]) => [what, count, '', '', '']),
    ],
    gates: [...(cores >= CORES ? [gain] : []), cost, atMost('failed', { value: one.failed + two.failed, limit: 0, unit: 'calls' })],
  }
}
