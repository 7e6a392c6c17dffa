import {
  countOwnTransactions,
  TRANSACTIONS_PER_POLL_MAX,
  TRANSACTIONS_TO_ACCEPT_MAX,
} from '@ninesixteen/server/testing/publish-transactions'
import { atLeast, atMost, type BenchTable } from '../table.ts'
import { busyMinute } from './busy-minute.ts'
import { claims } from './claims.ts'
import { lateness } from './lateness.ts'
import { monthView } from './month-view.ts'
import { planBoard } from './plan-board.ts'
import { makeDue, type Stage, startStage, untilEnded } from './stage.ts'
import { PLATFORM_IDS, seedManyUsers } from '@ninesixteen/server/testing/seed-many-users'

/** Publishing under load: punctuality, throughput, queries, and the pages that display many posts. */
export async function run(): Promise<BenchTable[]> {
  return [
    ...(await runOn('all', [lateness, busyMinute, monthView, planBoard])),
    ...(await runOn('web', [twoWorkers, claims, transactions])),
  ]
}

async function runOn(role: 'all' | 'web', parts: readonly ((stage: Stage) => Promise<BenchTable>)[]): Promise<BenchTable[]> {
  const stage = await startStage(role)
  try {
    const tables: BenchTable[] = []
    for (const part of parts) tables.push(await part(stage))
    return tables
  } finally {
    await stage.stop()
  }
}

/** Transactions of a photo post that its platform downloads, counted at the connection pool. */
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

/** Posts per platform that a worker has in progress: few, so that it waits most of the time. */
const CONCURRENT_POSTS = 16
/** Many posts, so that the start and the end, when a worker is not fully loaded, hardly count. */
const POSTS_PER_PLATFORM = 12 * CONCURRENT_POSTS
const POSTS = POSTS_PER_PLATFORM * PLATFORM_IDS.length
const LATENCY_MS = 1000
const AHEAD = 1
const SPEEDUP_MIN = 1.8

/** The same posts with one worker and with two, at slow platforms. */
async function twoWorkers(stage: Stage): Promise<BenchTable> {
  await stage.slowPlatforms(LATENCY_MS)
  const one = await sendBy(stage, 1)
  const two = await sendBy(stage, 2)
  await stage.slowPlatforms(0)
  const row = (name: string, { seconds }: SendResult) => [name, seconds, POSTS / seconds]
  return {
    title: `${POSTS} posts of as many accounts, ${CONCURRENT_POSTS} per platform in progress, at platforms that take ${LATENCY_MS / 1000} s per request`,
    columns: ['what', 's', 'posts a second'],
    rows: [row('two workers', two), row('baseline: one worker', one)],
    gates: [
      atLeast('two workers, times one', { value: one.seconds / two.seconds, limit: SPEEDUP_MIN, unit: 'times' }),
      atMost('posts not published', { value: 2 * POSTS - one.published - two.published, limit: 0, unit: 'posts' }),
    ],
  }
}

interface SendResult {
  seconds: number
  published: number
}

async function sendBy(stage: Stage, count: number): Promise<SendResult> {
  const posts = [...(await seedManyUsers(stage, { posts: POSTS, postsPerAccount: 1, inSeconds: 3600, from: 1 + count * POSTS })).keys()]
  const workers = Array.from({ length: count }, () => stage.startWorker(CONCURRENT_POSTS))
  try {
    await Promise.all(workers.map(({ ready }) => ready))
    const due = await makeDue(stage, posts, { inSeconds: AHEAD })
    const { published, last } = await untilEnded(stage, posts)
    return { published, seconds: last - due }
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
}
