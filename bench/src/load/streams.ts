import { setTimeout as wait } from 'node:timers/promises'
import { collectedMemory } from '../collected-memory.ts'
import { productProcesses, proportionalMegabytes } from '../processes.ts'
import type { RunningProduct } from '../product.ts'
import { atLeast, atMost, type BenchTable } from '../table.ts'
import { openStreams } from './open-streams.ts'
import type { BenchUser } from './plan.ts'

const STREAMS = 1000
const LIMIT_MB = 100
/** For what opening them took to be given back to the system. */
const SETTLE_MS = 3000

/** The memory that open event streams of pages cost the server. */
export async function streamTable(product: RunningProduct, users: readonly BenchUser[], count = STREAMS): Promise<BenchTable> {
  const look = async () => {
    await wait(SETTLE_MS)
    const pid = productProcesses(product.dataDir).server
    const { heap } = await collectedMemory(pid, product.inspectPort)
    return { heap, whole: proportionalMegabytes([pid]) }
  }
  const before = await look()
  const streams = await openStreams(product.origin, users, count)
  const during = await look()
  const open = streams.count()
  streams.close()
  const after = await look()
  const [whole, heap] = [during.whole - before.whole, during.heap - before.heap]
  return {
    title: `${count} open streams of events, of ${users.length} users`,
    columns: ['what', 'MB', 'kB each'],
    rows: [
      ['memory of the server, more than before', whole, (whole * 1024) / count],
      ['of it in use', heap, (heap * 1024) / count],
      ['baseline: in use after they left, more than before', after.heap - before.heap, ''],
    ],
    gates: [
      atLeast('streams open', { value: open, limit: count, unit: 'streams' }),
      atMost('memory they take', { value: whole, limit: LIMIT_MB, unit: 'MB' }),
    ],
  }
}
