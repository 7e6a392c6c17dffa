import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChaos } from '@ninesixteen/server/testing/chaos-mode'
import { verifyPosts } from '@ninesixteen/server/testing/verify-posts'
import { openPublishingServices } from '@ninesixteen/server/testing/publishing-services'
import pg from 'pg'
import { injectFaults } from './faults.ts'
import { findLost } from './lost-writes.ts'
import { findPrograms, type DrillContext, type ProgramName } from './needed-programs.ts'
import { startWork, signUpUsers, type Pace } from './users.ts'
import { makeDue, seedPosts, shortenWaits, untilPosted } from './posts.ts'
import { type EarlierRelease, startStage, type Stage, type StageSize } from './stage.ts'
import type { Findings } from './verdict.ts'

export interface DrillPlan {
  size: StageSize
  /** The release that the fleet is upgraded from; null if the fleet starts with this version. */
  earlierRelease: EarlierRelease | null
  users: number
  pace: Pace
  posts: number
  /** The posts are due evenly over this many seconds from the first fault on. */
  postsOverSeconds: number
  /** Milliseconds that a platform stalls a request in chaos mode. */
  stallMs: number
  quietMs: number
  storeOutageMs: number
  seed: string
}

/** Like a production fleet: three database nodes, three web and two worker processes. */
export const FULL_PLAN: DrillPlan = {
  // The product reconciles a lost response for eight minutes, the drill for two.
  size: { isReplicated: true, webs: 3, workers: 2, drainSeconds: 3, publishing: { waits: 0.25 } },
  earlierRelease: null,
  users: 10,
  pace: { edits: 250, signIns: 1_500, uploads: 1_000, generations: 3_000, pages: 2_000 },
  posts: 2_000,
  postsOverSeconds: 150,
  stallMs: 10_000,
  quietMs: 8_000,
  storeOutageMs: 30_000,
  seed: '1',
}

/** A single database, which is fast enough for a test. */
export const SMALL_PLAN: DrillPlan = {
  size: { isReplicated: false, webs: 2, workers: 1, drainSeconds: 2, publishing: { waits: 0.02, leaseSeconds: 10 } },
  earlierRelease: null,
  users: 3,
  pace: { edits: 200, signIns: 1_500, uploads: 500, generations: 1_500, pages: null },
  posts: 60,
  postsOverSeconds: 10,
  stallMs: 500,
  quietMs: 500,
  storeOutageMs: 2_000,
  seed: 'ci',
}

/** The programs that a drill needs in addition to Node. */
export function programsFor({ size }: DrillPlan): ProgramName[] {
  return ['haproxy', 'pgbouncer', ...(size.isReplicated ? (['etcd', 'patroni', 'postgres'] as const) : [])]
}

export interface DrillReporter {
  signal: AbortSignal
  /** Logs an event. */
  log(text: string): void
  /** Reports the progress of the current step. */
  progress(text: string): void
}

/** Starts a fleet in a temporary folder, breaks its parts while users work, and compares acknowledged writes with the stored data. */
export async function drillFleet(plan: DrillPlan, reporter: DrillReporter): Promise<Findings> {
  const { found: programs, missing } = findPrograms(programsFor(plan))
  if (missing.length > 0) throw new Error(missing.join('\n'))
  // A short path, because it contains PostgreSQL's socket, whose path is limited to 107 characters.
  const folder = await mkdtemp(join(tmpdir(), 'drill-'))
  const context: DrillContext = { folder, programs, signal: reporter.signal }
  try {
    const stage = await startStage(context, plan, reporter.log)
    try {
      return await drillStage({ plan, context, stage }, reporter)
    } finally {
      reporter.log('Everything is ended')
      await stage.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

interface Drill {
  plan: DrillPlan
  context: DrillContext
  stage: Stage
}

async function drillStage({ plan, context, stage }: Drill, { signal, log, progress }: DrillReporter): Promise<Findings> {
  const users = await signUpUsers(stage.url, plan.users)
  log(`${users.length} users are there; ${plan.posts} posts are made`)
  const captions = await seedPosts(context, stage, plan.posts)
  await startChaos(stage, { seed: plan.seed, stallMs: plan.stallMs })
  signal.throwIfAborted()
  await withClient(stage, (client) => makeDue(client, plan.postsOverSeconds))
  const workload = startWork(users, plan.pace)
  const progressTimer = setInterval(() => progress(summaryOf(workload.record)), 1_000)
  let faults: Findings['faults']
  try {
    const onUpgraded = () => withClient(stage, (client) => shortenWaits(client, plan.size.publishing.waits ?? 1))
    faults = await injectFaults({ stage, signal, quietMs: plan.quietMs, storeOutageMs: plan.storeOutageMs, log, onUpgraded })
  } finally {
    clearInterval(progressTimer)
    await workload.stop()
  }
  log('The last posts come to their ends')
  const lost = await withClient(stage, async (client) => {
    await untilPosted(client, signal, (remaining) => progress(`${remaining} posts are under way`))
    return findLost(users, client)
  })
  const services = await openPublishingServices({
    connection: stage.direct,
    dataDir: context.folder,
    sandboxUrl: stage.sandbox.url,
    env: stage.env,
  })
  try {
    const verdict = await verifyPosts({ services, sandbox: stage.sandbox }, captions)
    return { posts: plan.posts, verdict, lost, record: workload.record, faults, drainSeconds: plan.size.drainSeconds }
  } finally {
    await services.db.close()
  }
}

function summaryOf({ done, errors }: Findings['record']): string {
  return `${[...done].map(([action, times]) => `${times} ${action}s`).join(', ')}; ${errors.length} errors`
}

/** Connects directly to the database, with access to all rows. */
async function withClient<T>({ direct }: Stage, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...direct, options: '-c app.system=on' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
