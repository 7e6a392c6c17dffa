import { once } from 'node:events'
import { peakOf } from '../peak-memory.ts'
import { processorMs, productProcesses } from '../processes.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { atLeast, atMost, type BenchTable, quantile } from '../table.ts'
import { attackTable } from './attacks.ts'
import { videosTable } from './videos.ts'
import { openStreams } from './open-streams.ts'
import { createUsers, privateDatabase, refreshVersions } from './users.ts'
import type { LoadOutcome, LoadPlan, BenchUser } from './plan.ts'
import { failuresOf, sendLoad, startProgram } from './send-load.ts'
import { streamTable } from './streams.ts'
import { openSharedDatabase, twoWebs } from './web-processes.ts'

const USERS = 200
const PROJECTS = 12
const STREAMS = 20
const RATE = 500
const SECONDS = 20
/** Compiles code, fills caches and opens connections. */
const WARM_UP = { perSecond: 100, seconds: 5 }
const SIGN_INS = { perSecond: 25, seconds: 10 }
const LISTS_MEANWHILE = 50
/** The overload is three times the rate that the product must sustain. */
const RECOVERY = { perSecond: 100, seconds: 10 }
const OVERLOAD = { perSecond: 3 * RATE, seconds: 10 }

interface Measurement {
  outcome: LoadOutcome
  /** CPU milliseconds per request. */
  server: number
  database: number
}

interface Target {
  product: RunningProduct
  users: BenchUser[]
}

async function measure(target: Target, plan: Pick<LoadPlan, 'kind' | 'perSecond' | 'seconds'>): Promise<Measurement> {
  const { product, users } = target
  if (plan.kind === 'mix') await refreshVersions(product.origin, users)
  const processes = productProcesses(product.dataDir)
  const readUsage = () => ({
    server: processorMs(processes.server),
    database: productProcesses(product.dataDir).database.reduce((sum, pid) => sum + processorMs(pid), 0),
  })
  const start = readUsage()
  const outcome = await sendLoad({ ...plan, origin: product.origin, users })
  const end = readUsage()
  const calls = plan.perSecond * plan.seconds
  return { outcome, server: (end.server - start.server) / calls, database: (end.database - start.database) / calls }
}

/** Sends the same mix to the bare server. */
async function measureBaseline({ product, users }: Target): Promise<LoadOutcome> {
  const child = startProgram(new URL('./bare-server.ts', import.meta.url), privateDatabase(product.dataDir))
  try {
    const [port] = child.stdout ? await once(child.stdout.setEncoding('utf8'), 'data') : ['']
    const usersWithIds = users.map((user) => ({ ...user, cookie: user.id }))
    const plan = { kind: 'mix' as const, origin: `http://127.0.0.1:${String(port).trim()}`, users: usersWithIds }
    await sendLoad({ ...plan, ...WARM_UP })
    return await sendLoad({ ...plan, perSecond: RATE, seconds: SECONDS })
  } finally {
    child.kill()
  }
}

function mixTable(product: Measurement, baseline: LoadOutcome): BenchTable {
  const { ms } = product.outcome
  return {
    title: `${RATE} requests a second for ${SECONDS} s, ${USERS} sessions, ${STREAMS} open streams: 45 % lists, 45 % slideshows, 10 % saves`,
    columns: ['what', 'p50', 'p99', 'longest', 'unit'],
    rows: [
      ['the product', quantile(ms, 0.5), quantile(ms, 0.99), quantile(ms, 1), 'ms'],
      ['baseline: the same rows by a bare server', quantile(baseline.ms, 0.5), quantile(baseline.ms, 0.99), quantile(baseline.ms, 1), 'ms'],
      ['CPU time per request: server', product.server, '', '', 'ms'],
      ['CPU time per request: database', product.database, '', '', 'ms'],
      ...failureRows(product.outcome),
    ],
    gates: [
      atMost(`p99 at ${RATE} a second`, { value: quantile(ms, 0.99), limit: 100, unit: 'ms' }),
      atMost('failed or rejected requests', { value: failuresOf(product.outcome) + product.outcome.shed, limit: 0, unit: 'requests' }),
    ],
  }
}

function failureRows({ failures }: LoadOutcome): (string | number)[][] {
  return Object.entries(failures).map(([what, count]) => [what, count, '', '', 'times'])
}

function signInTable(signIns: LoadOutcome, lists: LoadOutcome, quiet: LoadOutcome): BenchTable {
  return {
    title: `${SIGN_INS.perSecond} sign-ins a second for ${SIGN_INS.seconds} s and ${LISTS_MEANWHILE} lists a second`,
    columns: ['what', 'p50', 'p99', 'longest', 'unit'],
    rows: [
      ['signing in', quantile(signIns.ms, 0.5), quantile(signIns.ms, 0.99), quantile(signIns.ms, 1), 'ms'],
      ['a list meanwhile', quantile(lists.ms, 0.5), quantile(lists.ms, 0.99), quantile(lists.ms, 1), 'ms'],
      ['baseline: a list without sign-ins', quantile(quiet.ms, 0.5), quantile(quiet.ms, 0.99), quantile(quiet.ms, 1), 'ms'],
      ...failureRows(signIns),
      ...failureRows(lists),
    ],
    gates: [
      atLeast('sign-ins that succeeded', { value: signIns.ms.length, limit: SIGN_INS.perSecond * SIGN_INS.seconds, unit: 'sign-ins' }),
      atMost('a list meanwhile, p99', { value: quantile(lists.ms, 0.99), limit: 150, unit: 'ms' }),
      atMost('lists that failed', { value: failuresOf(lists) + lists.shed, limit: 0, unit: 'lists' }),
    ],
  }
}

function overloadTable(overload: LoadOutcome, recovery: LoadOutcome, peak: number): BenchTable {
  return {
    title: `${OVERLOAD.perSecond} requests a second for ${OVERLOAD.seconds} s, then ${RECOVERY.perSecond} a second`,
    columns: ['what', 'value', 'unit'],
    rows: [
      ['accepted', overload.ms.length, 'requests'],
      ['rejected with 503 and Retry-After', overload.shed, 'requests'],
      ['p50 of accepted requests', quantile(overload.ms, 0.5), 'ms'],
      ['p99 of accepted requests', quantile(overload.ms, 0.99), 'ms'],
      ['baseline: p99 right afterwards', quantile(recovery.ms, 0.99), 'ms'],
      ['peak memory of server and database', peak, 'MB'],
      ...failureRows(overload).map(([what = '', count = 0]) => [what, count, 'times']),
    ],
    gates: [
      atMost('p99 of accepted requests', { value: quantile(overload.ms, 0.99), limit: 500, unit: 'ms' }),
      atMost('neither answered nor rejected', { value: failuresOf(overload), limit: 0, unit: 'requests' }),
      atMost('p99 right afterwards', { value: quantile(recovery.ms, 0.99), limit: 100, unit: 'ms' }),
      atMost('memory', { value: peak, limit: 512, unit: 'MB' }),
    ],
  }
}

/** Many users at once: the daily mix, a burst of sign-ins, and more than the product can carry. */
async function runSingleProcess(): Promise<BenchTable[]> {
  // Client addresses as behind a proxy: anonymous requests are limited by address.
  const product = await startProduct({ env: { TRUST_PROXY: 'true' } })
  try {
    const target = { product, users: await createUsers(product, { count: USERS, projects: PROJECTS }) }
    await measure(target, { kind: 'mix', ...WARM_UP })
    const streamsOpen = await openStreams(product.origin, target.users, STREAMS)
    const mix = await measure(target, { kind: 'mix', perSecond: RATE, seconds: SECONDS })
    streamsOpen.close()
    const baseline = await measureBaseline(target)
    await refreshVersions(product.origin, target.users)
    const lists = { kind: 'lists' as const, perSecond: LISTS_MEANWHILE, seconds: SIGN_INS.seconds }
    const quiet = await measure(target, lists)
    const [signIns, listsDuring] = await Promise.all([measure(target, { kind: 'sign-ins', ...SIGN_INS }), measure(target, lists)])
    const { result: overload, peak } = await peakOf(product.dataDir, () => measure(target, { kind: 'mix', ...OVERLOAD }))
    // The product must recover within these ten seconds.
    const recovery = await measure(target, { kind: 'mix', ...RECOVERY })
    const streams = await streamTable(product, target.users)
    return [
      mixTable(mix, baseline),
      signInTable(signIns.outcome, listsDuring.outcome, quiet.outcome),
      overloadTable(overload.outcome, recovery.outcome, peak),
      streams,
      await attackTable(),
    ]
  } finally {
    await product.stop()
  }
}

/** Measures additional web and worker processes. */
async function runSeveralProcesses(): Promise<BenchTable[]> {
  const shared = await openSharedDatabase({ count: USERS, projects: PROJECTS })
  try {
    return [await twoWebs(shared), await videosTable(shared)]
  } finally {
    await shared.stop()
  }
}

/** Load from many users on one process, and on several. */
export async function run(): Promise<BenchTable[]> {
  return [...(await runSingleProcess()), ...(await runSeveralProcesses())]
}
