import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Delivery } from '@ninesixteen/shared/publishing/delivery'
import { sql } from 'drizzle-orm'
import { createPlatformPublishers } from '../platforms/registry.ts'
import { createAttemptSealer } from '../posts/publishing/create-publishing.ts'
import type { PostOutcomeEvent, PublisherDeps } from '../posts/publishing/publisher-deps.ts'
import type { Publisher } from '../posts/publishing/publisher.ts'
import { startWorker } from '../posts/publishing/worker.ts'
import { createSealer } from '../secrets/sealed.ts'
import { startTestApp, type TestApp, type TestSettings } from './app.ts'
import { insertUser } from './seed-user.ts'
import { startWorkerNextTo } from './publishing-app.ts'
import type { TestSandbox } from './sandbox.ts'
import type { WorkerProcess } from './worker-process.ts'
import { captionOf, grantsOf, storeGrant, livePosts, postState, seedPost, type SeededAccount, type SeedPost } from './scheduled.ts'
import { sandboxPlatforms } from './sandbox-platforms.ts'

/** A product with short waits next to the sandbox, and its users' notifications. */
export interface FaultBench {
  app: TestApp
  sandbox: TestSandbox
  publisher: Publisher
  notifications: PostOutcomeEvent[]
  /** Creates a user with an account on a platform. */
  user(platform: PlatformId): Promise<{ userId: string; account: SeededAccount }>
  /** Creates a post for a new user and account. */
  post(platform: PlatformId, overrides?: Partial<SeedPost>): Promise<FaultPost>
  /** Creates many posts at once, each for a new user and account, across the platforms in turn. */
  posts(count: number): Promise<FaultPost[]>
  /** Queues faults for the next requests. */
  fault(provider: string, ...next: Record<string, unknown>[]): Promise<void>
  /** Runs a publisher until the test ends or it is stopped. */
  work(publisher?: Publisher): { stop(): Promise<void> }
  /** Runs a publisher in a worker process until the test ends; this process then serves the media, like a web process. */
  workApart(): WorkerProcess
  /** Resolves when none of the posts has pending work. */
  waitForEnd(posts: readonly FaultPost[]): Promise<void>
  /** Resolves when all posts have this delivery state. */
  waitForDelivery(posts: readonly FaultPost[], delivery: Delivery): Promise<void>
  states(posts: readonly FaultPost[]): Promise<Awaited<ReturnType<typeof postState>>[]>
  verdict(post: FaultPost): Promise<Verdict>
  /** Number of live posts by caption. */
  timesLive(): Promise<Map<string, number>>
}

export interface FaultPost {
  id: string
  userId: string
  account: SeededAccount
  caption: string
}

/** State of a post, and how often it is live. */
export interface Verdict {
  delivery: Delivery
  live: number
  attempts: number
}

/** Scales the product's waits: a lost response is given up after two seconds. */
const WAITS = 0.004
/** Longer than any response that arrives at all takes. */
const LIMITS = {
  read: { answerMs: 6000, silenceMs: 6000, wholeMs: 8000 },
  write: { answerMs: 6000, silenceMs: 6000, wholeMs: 8000 },
  upload: { answerMs: 6000, silenceMs: 6000, wholeMs: 8000 },
  connectMs: 6000,
}
/** Far above the duration of any of them on a busy machine. */
const LOOK = { timeout: 200_000, interval: 50 }
/** Timeout for a crowd of posts. */
export const LONG_TIMEOUT = { timeout: 240_000 }

export const EVERY_PLATFORM: readonly PlatformId[] = PLATFORM_IDS

export async function startFaultBench(
  sandbox: TestSandbox,
  { settings = {}, ...publishing }: Partial<PublisherDeps> & { settings?: TestSettings } = {},
): Promise<FaultBench> {
  await sandbox.reset()
  const notifications: PostOutcomeEvent[] = []
  const platforms = sandboxPlatforms(sandbox.url)
  const parts: Partial<PublisherDeps> = {
    waits: WAITS,
    random: () => 0,
    postings: createPlatformPublishers(platforms, { seal: createAttemptSealer(createSealer(randomBytes(32))), limits: LIMITS }),
    notify: async (_tx, _userId, news) => void notifications.push(news),
    ...publishing,
  }
  const app = await startTestApp({ platforms, publishing: parts, ...settings })
  const { services } = app
  const people: Record<PlatformId, number> = { tiktok: 0, tumblr: 0, instagram: 0, threads: 0 }

  async function insertAccount(platform: PlatformId) {
    const userId = await insertUser(services.db)
    const [grant] = await grantsOf(sandbox, platform, { count: 1, from: (people[platform] += 1) })
    if (!grant) throw new Error('The sandbox gave no account')
    return { userId, account: await storeGrant(services, userId, { platform, grant }) }
  }

  async function post(platform: PlatformId, overrides: Partial<SeedPost> = {}): Promise<FaultPost> {
    const { userId, account } =
      overrides.userId && overrides.account ? { userId: overrides.userId, account: overrides.account } : await insertAccount(platform)
    const caption = overrides.caption ?? `post ${randomUUID()}`
    return { id: await seedPost(services, { ...overrides, userId, account, caption }), userId, account, caption }
  }

  /** One query for all: a query per post would leave the publisher no connection. */
  async function deliveries(posts: readonly FaultPost[]) {
    const ids = sql.param(posts.map(({ id }) => id))
    const { rows } = await services.db.asSystem((tx) =>
      tx.execute<{ platform: string; delivery: Delivery; isOver: boolean }>(
        sql`select platform, delivery, next_at is null as "isOver" from scheduled_posts where id = any(${ids}::uuid[])`,
      ),
    )
    return rows
  }

  async function timesLive(): Promise<Map<string, number>> {
    const times = new Map<string, number>()
    for (const live of await livePosts(sandbox)) {
      const caption = captionOf(live)
      times.set(caption, (times.get(caption) ?? 0) + 1)
    }
    return times
  }

  return {
    app,
    sandbox,
    publisher: services.publisher,
    notifications,
    user: insertAccount,
    post,
    async posts(count) {
      const posts: FaultPost[] = []
      const inTurn = Array.from({ length: count }, (_, at) => EVERY_PLATFORM[at % EVERY_PLATFORM.length]).filter((id) => id !== undefined)
      while (posts.length < count)
        posts.push(...(await Promise.all(inTurn.slice(posts.length, posts.length + 10).map((platform) => post(platform)))))
      return posts
    },
    fault: async (provider, ...next) => void (await sandbox.control('/faults', 'POST', { provider, next })),
    work(publisher = services.publisher) {
      const worker = startWorker({
        publisher,
        db: services.db,
        changes: services.changes,
        log: services.log,
        pace: { pollMs: 100, beatMs: 1000, drainMs: 3000 },
      })
      onTestFinished(() => worker.stop())
      return worker
    },
    workApart: () => startWorkerNextTo(app, sandbox, { leaseSeconds: 30, waits: WAITS }),
    waitForEnd: (posts) =>
      vi.waitFor(async () => {
        expect(
          (await deliveries(posts)).filter(({ isOver }) => !isOver).map(({ platform, delivery }) => `${platform} ${delivery}`),
        ).toEqual([])
      }, LOOK),
    waitForDelivery: (posts, delivery) =>
      vi.waitFor(async () => expect((await deliveries(posts)).filter((row) => row.delivery !== delivery)).toEqual([]), LOOK),
    async states(posts) {
      const states: Awaited<ReturnType<typeof postState>>[] = []
      for (const { id } of posts) states.push(await postState(services, id))
      return states
    },
    timesLive,
    async verdict({ id, caption }) {
      const state = await postState(services, id)
      const live = (await timesLive()).get(caption) ?? 0
      if (state.post.status === 'failed') expectPlain(state.post.errorMessage)
      else expect(state.post.errorMessage).toBeNull()
      expect(live).toBeLessThanOrEqual(1)
      return { delivery: state.post.delivery, live, attempts: state.attempts.length }
    },
  }
}

/** The words with which our messages name the next step. */
const NEXT_STEP = /try it once more|reschedule|reconnect|connect it again|check|schedule (it|the|this)|edit it|try again|by hand/i
/** Internals that no message may contain. */
const INWARD = /undefined|\[object|Error\b|\.ts:|node_modules|[Bb]earer|[Tt]oken|[Ss]ecret|act\.|\/v2\/|127\.0\.0\.1|E[A-Z]{5}/

/** Checks that a user message says what happened and what to do next. */
export function expectPlain(message: string | null): void {
  expect(message).toMatch(/^[A-Z@].+\.$/)
  expect(message).toMatch(NEXT_STEP)
  expect(message).not.toMatch(INWARD)
}
