import type { BenchTable } from '../table.ts'
import { busyMinute } from './busy-minute.ts'
import { claims } from './claims.ts'
import { lateness } from './lateness.ts'
import { monthView } from './month-view.ts'
import { startStage, type Stage } from './stage.ts'
import { twoWorkers } from './two-workers.ts'

/** Whether posts go out on time, however many there are, and whether they can be looked at. */
export async function run(): Promise<BenchTable[]> {
  return [...(await on('all', [lateness, busyMinute, monthView])), ...(await on('web', [twoWorkers, claims]))]
}

async function on(role: 'all' | 'web', parts: readonly ((stage: Stage) => Promise<BenchTable>)[]): Promise<BenchTable[]> {
  const stage = await startStage(role)
  try {
    const tables: BenchTable[] = []
    for (const part of parts) tables.push(await part(stage))
    return tables
  } finally {
    await stage.stop()
  }
}
