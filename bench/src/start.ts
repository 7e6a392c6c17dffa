import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct } from './product.ts'
import { productProcesses, proportionalMegabytes } from './processes.ts'
import { atMost, type BenchTable } from './table.ts'

const STARTS = 5
/** Milliseconds until the demo account is filled and the memory of the startup is released. */
const IDLE_MS = 15_000

/** Time of the second start, and the memory of an idle product. The baseline is a bare Node that exits at once. */
export async function run(): Promise<BenchTable> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ninesixteen-bench-'))
  try {
    const first = await startProduct({ dataDir })
    // Waits for the demo account, so that the second start doesn't have to create it.
    await wait(IDLE_MS)
    const afterFirstStart = memoryOf(dataDir)
    await first.stop()
    const times: number[] = []
    for (let start = 0; start < STARTS; start++) {
      const product = await startProduct({ dataDir })
      times.push(product.startMs)
      await product.stop()
    }
    const idle = await idleMemory(dataDir)
    const bareNode = bareNodeMs()
    const second = median(times)
    return {
      title: `Start and idle memory (${STARTS} starts, median)`,
      columns: ['what', 'value', 'unit', 'x bare Node'],
      rows: [
        ['bare Node, start to end', bareNode, 'ms', 1],
        ['first start on a built tree', first.startMs, 'ms', first.startMs / bareNode],
        ['second start to ready', second, 'ms', second / bareNode],
        ['idle after the first start: server, which made the demo', afterFirstStart.server, 'MB PSS', ''],
        ['idle after the first start: database', afterFirstStart.database, 'MB PSS', ''],
        ['idle: server', idle.server, 'MB PSS', ''],
        ['idle: database', idle.database, 'MB PSS', ''],
        ['idle: sandbox and guard (only without keys)', idle.others, 'MB PSS', ''],
      ],
      gates: [
        atMost('second start', { value: second, limit: 5000, unit: 'ms' }),
        atMost('idle memory after the first start, server and database', {
          value: afterFirstStart.server + afterFirstStart.database,
          limit: 250,
          unit: 'MB',
        }),
        atMost('idle memory, server and database', { value: idle.server + idle.database, limit: 250, unit: 'MB' }),
      ],
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface IdleMemory {
  server: number
  database: number
  others: number
}

async function idleMemory(dataDir: string): Promise<IdleMemory> {
  const product = await startProduct({ dataDir })
  await wait(IDLE_MS)
  const idle = memoryOf(dataDir)
  await product.stop()
  return idle
}

function memoryOf(dataDir: string): IdleMemory {
  const { server, database, others } = productProcesses(dataDir)
  return { server: proportionalMegabytes([server]), database: proportionalMegabytes(database), others: proportionalMegabytes(others) }
}

function bareNodeMs(): number {
  const times = Array.from({ length: STARTS }, () => {
    const startedAt = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    return performance.now() - startedAt
  })
  return median(times)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
