import {
  countOwnTransactions,
  TRANSACTIONS_PER_POLL_MAX,
  TRANSACTIONS_TO_ACCEPT_MAX,
} from '@ninesixteen/server/testing/publish-transactions'
import { atMost, type BenchTable } from '../table.ts'
import { busyMinute } from './busy-minute.ts'
import { claims } from './claims.ts'
import { lateness } from './lateness.ts'
import { monthView } from './month-view.ts'
import { startStage, type Stage } from './stage.ts'
import { twoWorkers } from './two-workers.ts'

/** Whether posts go out on time, however many there are, and whether they can be looked at. */
export async function run(): Promise<BenchTable[]> {
  return [...(await on('all', [lateness, busyMinute, monthView])), ...(await on('web', [twoWorkers, claims, transactions]))]
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

/** Transactions of a photo post that its platform downloads, counted where the database lends its connections. */
async function transactions({ services, sandbox, product }: Stage): Promise<BenchTable> {
  const { toAccept, perPoll } = await countOwnTransactions({ services, sandbox, publicUrl: product.origin })
  return {
    title: 'Transactions of a photo post that its platform downloads',
    columns: ['what', 'transactions'],
    rows: [
      ['until it is accepted', toAccept],
      ['for each status poll', perPoll],
    ],
    gates: [
      atMost('transactions until accepted', { value: toAccept, limit: TRANSACTIONS_TO_ACCEPT_MAX, unit: 'transactions' }),
      atMost('transactions per status poll', { value: perPoll, limit: TRANSACTIONS_PER_POLL_MAX, unit: 'transactions' }),
    ],
  }
}
