import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { startChaos } from './chaos-mode.ts'
import { seedManyUsers } from './seed-many-users.ts'
import { verifyPosts, type PostsVerdict } from './verify-posts.ts'
import type { ReachedSandbox } from './sandbox.ts'
import type { SeedServices } from './scheduled.ts'
import { startWorkerProcess, type WorkerProcess } from './worker-process.ts'
import type { WorkerOptions } from './publishing-worker.ts'

export interface ChaosPlan {
  posts: number
  kills: number
  /** Concurrent workers. */
  workers: number
  seed: string
}

export interface ChaosParts {
  services: SeedServices
  sandbox: ReachedSandbox
  connection: WorkerOptions['connection']
  dataDir: string
  /** Base URL of the product: platforms fetch images and send webhooks there. */
  url: string
}

/** The platforms' records compared with ours. */
export interface ChaosResult extends PostsVerdict {
  kills: number
  /** Errors that the workers logged. */
  errors: string[]
}

/** Posts of an account: fewer than a platform's limit per minute, including retries. */
const POSTS_OF_ACCOUNT = 3
const LEASE_SECONDS = 2
/** Posts of a worker at a time. With more, a worker that is killed every other second would only finish posts by giving up on them. */
const AT_ONCE = 8
/** Longest time without any post reaching an outcome, in milliseconds. */
const STUCK_MS = 90_000

/** Publishes to platforms in chaos mode while workers are killed, and judges the result by the platforms' records. */
export async function publishInChaos(parts: ChaosParts, { posts, kills, workers, seed }: ChaosPlan): Promise<ChaosResult> {
  const { services, sandbox } = parts
  const captions = await seedManyUsers(parts, { posts, postsPerAccount: POSTS_OF_ACCOUNT, inSeconds: 1 })
  await startChaos(parts, { seed, stallMs: 500 })
  const order: WorkerOptions = {
    connection: parts.connection,
    dataDir: parts.dataDir,
    sandboxUrl: sandbox.url,
    publicUrl: parts.url,
    leaseSeconds: LEASE_SECONDS,
    waits: 0.02,
    atOnce: AT_ONCE,
    halts: {},
  }
  const crowd: WorkerProcess[] = Array.from({ length: workers }, () => startWorkerProcess(order))
  const complaints: string[] = []
  let killed = 0
  try {
    // Kill a worker each time a certain number of posts has ended, to spread the kills over the whole run.
    await untilEnded(services, async (left) => {
      const due = Math.floor((kills * (posts - left)) / posts) + 1
      while (killed < Math.min(kills, due)) {
        const place = killed % crowd.length
        const worker = crowd[place]
        crowd[place] = startWorkerProcess(order)
        killed += 1
        await worker?.kill()
        complaints.push(worker?.errors() ?? '')
      }
    })
  } finally {
    await Promise.all(crowd.map((worker) => worker.kill()))
    complaints.push(...crowd.map((worker) => worker.errors()))
    await sandbox.control('/unkind', 'PUT', { off: true })
  }
  return { ...(await verifyPosts(parts, captions)), kills: killed, errors: complaints.filter(Boolean) }
}

async function untilEnded({ db }: SeedServices, meanwhile: (left: number) => Promise<void>): Promise<void> {
  let [least, since] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const { rows } = await db.asSystem((tx) =>
      tx.execute<{ left: number }>(sql`select count(*)::int as left from scheduled_posts where next_at is not null`),
    )
    const left = rows[0]?.left ?? 0
    await meanwhile(left)
    if (left === 0) return
    if (left < least) [least, since] = [left, performance.now()]
    if (performance.now() - since > STUCK_MS) return
    await wait(100)
  }
}
