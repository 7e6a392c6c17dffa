import { randomBytes, randomUUID } from 'node:crypto'
import { expect, onTestFinished, vi } from 'vitest'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Delivery } from '@ninesixteen/shared/publishing/delivery'
import { sql } from 'drizzle-orm'
import { sandboxTiktok } from '../providers/tiktok/settings.ts'
import { sandboxTumblr } from '../providers/tumblr/settings.ts'
import { createPlatformPublishers } from '../posts/platforms/postings.ts'
import type { PostOutcomeEvent, PublisherDeps } from '../posts/publishing/publisher-deps.ts'
import type { Publisher } from '../posts/publishing/publisher.ts'
import { startWorker } from '../posts/publishing/worker.ts'
import { createSealer } from '../secrets/sealed.ts'
import { startTestApp, type TestApp, type TestSettings } from './app.ts'
import { plantPerson } from './plant-person.ts'
import type { TestSandbox } from './sandbox.ts'
import { grantsOf, keepGrant, livePosts, postState, seedPost, type SeededAccount, type SeedPost } from './scheduled.ts'

/** A product beside the sandbox, whose own waits are short, and what its people were told. */
export interface FaultBench {
  app: TestApp
  sandbox: TestSandbox
  publisher: Publisher
  told: PostOutcomeEvent[]
  /** Somebody with an account of their own at a platform. */
  person(platform: PlatformId): Promise<{ userId: string; account: SeededAccount }>
  /** A post of a person and an account of its own. */
  post(platform: PlatformId, given?: Partial<SeedPost>): Promise<FaultPost>
  /** Many at once, each of a person and an account of its own; of all platforms in turn. */
  posts(count: number): Promise<FaultPost[]>
  /** Lines up faults for the next calls. */
  fault(provider: string, ...next: Record<string, unknown>[]): Promise<void>
  /** Publishes by itself until the test is over, or until it is stopped. */
  work(publisher?: Publisher): { stop(): Promise<void> }
  /** Until there is nothing to be done for any of them. */
  ended(posts: readonly FaultPost[]): Promise<void>
  /** Until all of them stand so. */
  stand(posts: readonly FaultPost[], delivery: Delivery): Promise<void>
  states(posts: readonly FaultPost[]): Promise<Awaited<ReturnType<typeof postState>>[]>
  verdict(post: FaultPost): Promise<Verdict>
  /** How often the world sees each caption. */
  timesLive(): Promise<Map<string, number>>
}

export interface FaultPost {
  id: string
  userId: string
  account: SeededAccount
  caption: string
}

/** How a post stands, and how often the world sees it. */
export interface Verdict {
  delivery: Delivery
  live: number
  attempts: number
}

/** Waits of the product's own: a lost answer is given up after two seconds. */
const WAITS = 0.004
/** Longer than any answer takes that comes at all. */
const LIMITS = {
  read: { answerMs: 6000, silenceMs: 6000, wholeMs: 8000 },
  write: { answerMs: 6000, silenceMs: 6000, wholeMs: 8000 },
  upload: { answerMs: 6000, silenceMs: 6000, wholeMs: 8000 },
  connectMs: 6000,
}
/** Far above what any of them takes, on a machine that has much else to do. */
const LOOK = { timeout: 200_000, interval: 50 }
/** Time for a crowd of posts. */
export const CROWD = { timeout: 240_000 }

export const EVERY_PLATFORM: readonly PlatformId[] = PLATFORM_IDS

export async function startFaultBench(
  sandbox: TestSandbox,
  { settings = {}, ...publishing }: Partial<PublisherDeps> & { settings?: TestSettings } = {},
): Promise<FaultBench> {
  await sandbox.reset()
  const told: PostOutcomeEvent[] = []
  const platforms = { tiktok: sandboxTiktok(sandbox.url, sandbox.url), tumblr: sandboxTumblr(sandbox.url, sandbox.url) }
  const parts: Partial<PublisherDeps> = {
    waits: WAITS,
    random: () => 0,
    postings: createPlatformPublishers({ platforms }, createSealer(randomBytes(32)), LIMITS),
    notify: async (_tx, _userId, news) => void told.push(news),
    ...publishing,
  }
  const app = await startTestApp({ platforms, publishing: parts, ...settings })
  const { services } = app
  const people = { tiktok: 0, tumblr: 0 } satisfies Record<PlatformId, number>

  async function person(platform: PlatformId) {
    const userId = await plantPerson(services.db)
    const [grant] = await grantsOf(sandbox, platform, { count: 1, from: (people[platform] += 1) })
    if (!grant) throw new Error('The sandbox gave no account')
    return { userId, account: await keepGrant(services, userId, { platform, grant }) }
  }

  async function post(platform: PlatformId, given: Partial<SeedPost> = {}): Promise<FaultPost> {
    const { userId, account } = given.userId && given.account ? { userId: given.userId, account: given.account } : await person(platform)
    const caption = given.caption ?? `post ${randomUUID()}`
    return { id: await seedPost(services, { ...given, userId, account, caption }), userId, account, caption }
  }

  /** All of them by one question: a crowd of them would leave no connection for whoever publishes. */
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
    for (const { title, text } of await livePosts(sandbox)) {
      const caption = title || (text.split('\n')[0] ?? '')
      times.set(caption, (times.get(caption) ?? 0) + 1)
    }
    return times
  }

  return {
    app,
    sandbox,
    publisher: services.publisher,
    told,
    person,
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
        pace: { lookMs: 100, beatMs: 1000, drainMs: 3000 },
      })
      onTestFinished(() => worker.stop())
      return worker
    },
    ended: (posts) =>
      vi.waitFor(async () => {
        expect(
          (await deliveries(posts)).filter(({ isOver }) => !isOver).map(({ platform, delivery }) => `${platform} ${delivery}`),
        ).toEqual([])
      }, LOOK),
    stand: (posts, delivery) =>
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

/** The words for what to do next, as the texts have them. */
const NEXT_STEP = /try it once more|reschedule|reconnect|connect it again|check|schedule (it|the|this)|edit it|try again|by hand/i
/** What no person should read, nor anybody else. */
const INWARD = /undefined|\[object|Error\b|\.ts:|node_modules|[Bb]earer|[Tt]oken|[Ss]ecret|act\.|\/v2\/|127\.0\.0\.1|E[A-Z]{5}/

/** A message for a person: what happened, and what to do now. */
export function expectPlain(message: string | null): void {
  expect(message).toMatch(/^[A-Z@].+\.$/)
  expect(message).toMatch(NEXT_STEP)
  expect(message).not.toMatch(INWARD)
}
