import { setTimeout as wait } from 'node:timers/promises'
import { collectedMemory } from '../collected-memory.ts'
import { productProcesses, proportionalMegabytes } from '../processes.ts'
import type { RunningProduct } from '../product.ts'
import { atLeast, atMost, type BenchTable } from '../table.ts'
import { openStreams } from './open-streams.ts'
import type { BenchUser } from './plan.ts'

const STREAMS = 1000
const LIMIT_MB = 100
/** Milliseconds until memory that opening the streams needed is released. */
const SETTLE_MS = 3000

/** The memory that open event streams of pages cost the server. */
export async function streamTable(product: RunningProduct, users: readonly BenchUser[], count = STREAMS): Promise<BenchTable> {
  const readMemory = async () => {
    await wait(SETTLE_MS)
    const pid = productProcesses(product.dataDir).server
    const { heap } = await collectedMemory(pid, product.inspectPort)
    return { heap, total: proportionalMegabytes([pid]) }
  }
  const baseline = await readMemory()
  const streams = await openStreams(product.origin, users, count)
  const withStreams = await readMemory()
  const open = streams.count()
  streams.close()
  const afterClose = await readMemory()
  const [total, heap] = [withStreams.total - baseline.total, withStreams.heap - baseline.heap]
  return {
    title: `${count} open streams of events, of ${users.length} users`,
    columns: ['what', 'MB', 'kB each'],
    rows: [
      ['memory of the server, more than before', total, (total * 1024) / count],
      ['of it in use', heap, (heap * 1024) / count],
      ['baseline: in use after they left, more than before', afterClose.heap - baseline.heap, ''],
    ],
    gates: [
      atLeast('streams open', { value: open, limit: count, unit: 'streams' }),
      atMost('memory they take', { value: total, limit: LIMIT_MB, unit: 'MB' }),
    ],
  }
}
