import { cpus } from 'node:os'
import type { RunningProduct } from '../product.ts'
import { atLeast, atMost, type BenchTable } from '../table.ts'
import { createCoreShare } from './core-share.ts'
import { type Carried, carry, type SharedDatabase, TIMES } from './web-processes.ts'

/** Of a core, for each web process: two of them leave the larger part of two cores to the database and the sender. */
const SHARE = 0.25
const SECONDS = 8
const P99_MS = 500
/** From one rate to the next. */
const STEP = 1.06
/** Compiled and connected, before the share is all they have. */
const WARM_UP = { rate: 200, seconds: 10 }
/** So far below what it should carry the search begins, in steps. */
const BELOW = 5

/** One web process and two, each with a quarter of a core, as on small machines of their own; null where no such share can be given. */
export async function smallWebs(fleet: SharedDatabase): Promise<BenchTable | null> {
  const share = createCoreShare(SHARE)
  const other = createCoreShare(SHARE)
  if (!share || !other) return null
  const webs: RunningProduct[] = []
  try {
    webs.push(await fleet.start('web'), await fleet.start('web'))
    const warm = await carry(fleet, webs, WARM_UP)
    share.take(webs[0]?.pid ?? 0)
    other.take(webs[1]?.pid ?? 0)
    const from = (SHARE * 1000) / warm.web / STEP ** BELOW
    const one = await most(fleet, webs.slice(0, 1), from)
    const two = await most(fleet, webs, 2 * from)
    return smallTable(one, two)
  } finally {
    for (const web of webs) await web.stop()
    share.remove()
    other.remove()
  }
}

interface Most extends Carried {
  /** Calls a second. */
  rate: number
  /** Cores of the machine that nothing used. */
  idle: number
}

/** The highest rate at which no call is sent away and p99 holds. A rate has to break twice: one bad moment of the machine says nothing. */
async function most(fleet: SharedDatabase, webs: readonly RunningProduct[], from: number): Promise<Most> {
  const holds = async (rate: number): Promise<Most | null> => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const before = idleMs()
      const carried = await carry(fleet, webs, { rate, seconds: SECONDS })
      const idle = (idleMs() - before) / carried.ms
      if (carried.shed + carried.failed === 0 && carried.p99 <= P99_MS) return { ...carried, rate, idle }
    }
    return null
  }
  let rate = from
  let best = await holds(rate)
  while (!best) best = await holds((rate /= STEP))
  for (let next = await holds(rate * STEP); next; next = await holds(next.rate * STEP)) best = next
  return best
}

function idleMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}

function smallTable(one: Most, two: Most): BenchTable {
  const row = (name: string, { rate, p99, web, database, idle }: Most) => [
    name,
    rate,
    p99,
    (rate * web) / 1000,
    (rate * database) / 1000,
    idle,
  ]
  return {
    title: `Web processes with ${SHARE} of a core each: most calls a second with none sent away and p99 within ${P99_MS} ms`,
    columns: ['what', 'calls a second', 'p99 ms', 'cores: web', 'cores: database', `cores of ${cpus().length} idle`],
    rows: [row('two web processes', two), row('control: one', one), ['two beside one, times', two.rate / one.rate, '', '', '', '']],
    gates: [
      atLeast('calls carried by two beside one', { value: two.rate / one.rate, limit: TIMES, unit: 'times' }),
      atMost('cores of the database, which is not to be the bound', {
        value: (two.rate * two.database) / 1000,
        limit: 0.75,
        unit: 'cores',
      }),
    ],
  }
}
