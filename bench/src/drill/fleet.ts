import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChaos } from '@ninesixteen/server/testing/chaos-mode'
import { judgePosts } from '@ninesixteen/server/testing/judge-posts'
import { openPublishingServices } from '@ninesixteen/server/testing/publishing-services'
import pg from 'pg'
import { strike } from './faults.ts'
import { findLost } from './lost-writes.ts'
import { findPrograms, type DrillContext, type ProgramName } from './needed-programs.ts'
import { beginWork, inviteUsers, type Pace } from './users.ts'
import { makeDue, seedPosts, shortenWaits, untilPosted } from './posts.ts'
import { type EarlierRelease, setStage, type Stage, type StageSize } from './stage.ts'
import type { Findings } from './verdict.ts'

export interface DrillPlan {
  size: StageSize
  /** The release that the fleet is upgraded from; null where all of it begins with this version. */
  before: EarlierRelease | null
  users: number
  pace: Pace
  posts: number
  /** The posts are due evenly over this long from the first fault on, in seconds. */
  postsOverSeconds: number
  /** How long a platform keeps a call that it stalls, in milliseconds. */
  stallMs: number
  quietMs: number
  storeAwayMs: number
  seed: string
}

/** As the real thing is: three databases of which one leads, three web and two worker processes. */
export const WHOLE: DrillPlan = {
  // A post whose answer was lost is looked for for eight minutes; here for two.
  size: { isReplicated: true, webs: 3, workers: 2, drainSeconds: 3, publishing: { waits: 0.25 } },
  before: null,
  users: 10,
  pace: { edits: 250, signIns: 1_500, uploads: 1_000, generations: 3_000, pages: 2_000 },
  posts: 2_000,
  postsOverSeconds: 150,
  stallMs: 10_000,
  quietMs: 8_000,
  storeAwayMs: 30_000,
  seed: '1',
}

/** Without another database to take over: what a test has time for. */
export const SMALL: DrillPlan = {
  size: { isReplicated: false, webs: 2, workers: 1, drainSeconds: 2, publishing: { waits: 0.02, leaseSeconds: 10 } },
  before: null,
  users: 3,
  pace: { edits: 200, signIns: 1_500, uploads: 500, generations: 1_500, pages: null },
  posts: 60,
  postsOverSeconds: 10,
  stallMs: 500,
  quietMs: 500,
  storeAwayMs: 2_000,
  seed: 'ci',
}

/** The programs that a drill needs beside Node. */
export function programsFor({ size }: DrillPlan): ProgramName[] {
  return ['haproxy', 'pgbouncer', ...(size.isReplicated ? (['etcd', 'patroni', 'postgres'] as const) : [])]
}

export interface DrillReporter {
  signal: AbortSignal
  /** A line about what has happened. */
  tell(text: string): void
  /** How far the last thing is. */
  progress(text: string): void
}

/** Starts a fleet in a temporary folder, breaks its parts while users work, and compares acknowledged writes with the stored data. */
export async function drillFleet(plan: DrillPlan, reporter: DrillReporter): Promise<Findings> {
  const { found: programs, missing } = findPrograms(programsFor(plan))
  if (missing.length > 0) throw new Error(missing.join('\n'))
  // Short: it contains PostgreSQL's socket, whose path can have 107 characters.
  const folder = await mkdtemp(join(tmpdir(), 'drill-'))
  const context: DrillContext = { folder, programs, signal: reporter.signal }
  try {
    const stage = await setStage(context, plan, reporter.tell)
    try {
      return await drillStage({ plan, context, stage }, reporter)
    } finally {
      reporter.tell('Everything is ended')
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

async function drillStage({ plan, context, stage }: Drill, { signal, tell, progress }: DrillReporter): Promise<Findings> {
  const users = await inviteUsers(stage.url, plan.users)
  tell(`${users.length} users are there; ${plan.posts} posts are made`)
  const captions = await seedPosts(context, stage, plan.posts)
  await startChaos(stage, { seed: plan.seed, stallMs: plan.stallMs })
  signal.throwIfAborted()
  await withClient(stage, (client) => makeDue(client, plan.postsOverSeconds))
  const crowd = beginWork(users, plan.pace)
  const ticking = setInterval(() => progress(summaryOf(crowd.record)), 1_000)
  let faults: Findings['faults']
  try {
    const upgraded = () => withClient(stage, (client) => shortenWaits(client, plan.size.publishing.waits ?? 1))
    faults = await strike({ stage, signal, quietMs: plan.quietMs, storeAwayMs: plan.storeAwayMs, tell, upgraded })
  } finally {
    clearInterval(ticking)
    await crowd.stop()
  }
  tell('The last posts come to their ends')
  const lost = await withClient(stage, async (client) => {
    await untilPosted(client, signal, (left) => progress(`${left} posts are under way`))
    return findLost(users, client)
  })
  const services = await openPublishingServices({
    connection: stage.direct,
    dataDir: context.folder,
    sandboxUrl: stage.sandbox.url,
    env: stage.env,
  })
  try {
    const verdict = await judgePosts({ services, sandbox: stage.sandbox }, captions)
    return { posts: plan.posts, verdict, lost, record: crowd.record, faults, drainSeconds: plan.size.drainSeconds }
  } finally {
    await services.db.close()
  }
}

function summaryOf({ done, troubles }: Findings['record']): string {
  return `${[...done].map(([what, times]) => `${times} ${what}s`).join(', ')}; ${troubles.length} errors`
}

/** Past the product, to all rows. */
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
