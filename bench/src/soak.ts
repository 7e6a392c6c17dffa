import { readdirSync } from 'node:fs'
import pg from 'pg'
import { collectedMemory } from './collected-memory.ts'
import { openStreams } from './load/open-streams.ts'
import { makePeople, privateDatabase, refreshVersions } from './load/people.ts'
import { sendLoad } from './load/send-load.ts'
import { productProcesses } from './processes.ts'
import { startProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

const PEOPLE = 50
const PROJECTS = 4
const STREAMS = 20
const RATE = 50
const MINUTES = 60
/** Caches fill and code is compiled in the first part, which is not judged. */
const WARM_SHARE = 1 / 6
const LOOK_SECONDS = 30
const LIMIT_PERCENT = 1

interface Look {
  minute: number
  heap: number
  resident: number
  connections: number
  handles: number
}

/** By how much of its mean a figure grows in ten minutes, as the straight line nearest to it says; in percent. */
function growth(looks: readonly Look[], of: (look: Look) => number): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [minutes, values] = [looks.map(({ minute }) => minute), looks.map(of)]
  const [middle, level] = [mean(minutes), mean(values)]
  const spread = minutes.reduce((sum, minute) => sum + (minute - middle) ** 2, 0)
  const rise = minutes.reduce((sum, minute, index) => sum + (minute - middle) * ((values[index] ?? 0) - level), 0)
  return spread === 0 ? 0 : ((rise / spread) * 10 * 100) / level
}

/** How much more at most in the second half than in the first. */
function more(looks: readonly Look[], of: (look: Look) => number): number {
  const half = Math.ceil(looks.length / 2)
  const most = (part: readonly Look[]): number => Math.max(0, ...part.map(of))
  return most(looks.slice(half)) - most(looks.slice(0, half))
}

/** The mix of every day and open streams for as long as asked for: memory after collection, connections and file handles over time. */
export async function run({ minutes = MINUTES }: { minutes?: number } = {}): Promise<BenchTable> {
  const product = await startProduct({ env: { TRUST_PROXY: 'true' } })
  const database = new pg.Client(privateDatabase(product.dataDir))
  await database.connect()
  try {
    const people = await makePeople(product, { count: PEOPLE, projects: PROJECTS })
    const { server } = productProcesses(product.dataDir)
    const looks: Look[] = []
    const begun = performance.now()
    const minute = (): number => (performance.now() - begun) / 60_000
    const failures = new Map<string, number>()
    while (minute() < minutes) {
      // The server ends them after four minutes, and pages open the next.
      const streams = await openStreams(product.origin, people, STREAMS)
      await refreshVersions(product.origin, people)
      const outcome = await sendLoad({ kind: 'mix', origin: product.origin, people, perSecond: RATE, seconds: LOOK_SECONDS })
      for (const [what, count] of [...Object.entries(outcome.failures), ['sent away', outcome.shed] as const])
        if (count > 0) failures.set(what, (failures.get(what) ?? 0) + count)
      const { rows } = await database.query<{ count: number }>(
        'select count(*)::int as count from pg_stat_activity where client_port is not null',
      )
      const handles = readdirSync(`/proc/${server}/fd`).length
      looks.push({
        minute: minute(),
        ...(await collectedMemory(server, product.inspectPort)),
        connections: rows[0]?.count ?? 0,
        handles,
      })
      streams.close()
    }
    const judged = looks.filter((look) => look.minute > minutes * WARM_SHARE)
    const every = Math.max(1, Math.floor(looks.length / 12))
    const shown = looks.filter((_, index) => index % every === every - 1)
    return {
      title: `${RATE} calls a second and ${STREAMS} streams for ${minutes} minutes`,
      columns: ['minute', 'in use MB', 'resident MB', 'connections', 'file handles'],
      rows: [
        ...shown.map((look) => [look.minute.toFixed(1), look.heap, look.resident, look.connections, look.handles]),
        ...[...failures].map(([what, count]) => [what, count, '', '', '']),
      ],
      gates: [
        atMost('memory in use, growth in ten minutes', { value: growth(judged, ({ heap }) => heap), limit: LIMIT_PERCENT, unit: '%' }),
        atMost('connections, more in the second half', { value: more(judged, (look) => look.connections), limit: 0, unit: '' }),
        atMost('file handles, more in the second half', { value: more(judged, ({ handles }) => handles), limit: 0, unit: '' }),
        atMost('calls that failed or were sent away', {
          value: [...failures.values()].reduce((sum, count) => sum + count, 0),
          limit: 0,
          unit: 'calls',
        }),
      ],
    }
  } finally {
    await database.end()
    await product.stop()
  }
}
