import { randomUUID } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { isDatabaseDown } from '../../db/database-error.ts'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { accountLocks, scheduledPosts } from '../../db/schema-publishing.ts'
import { claimPosts, renewLeases, secondsUntilDue, type ClaimedPost } from './claim.ts'
import { createLease, type Lease } from './lease.ts'
import { publishPost } from './publish-post.ts'
import type { PublisherParts } from './publisher-parts.ts'
import { isSent } from './transitions.ts'
import { withSpan } from '../../telemetry/spans.ts'

/** What became of posts that were processed because somebody asked for it. */
export interface Processed {
  /** Posts that came to their next wait or their end. */
  processed: number
  /** Of those, the ones that failed. */
  errors: number
  total: number
}

export interface Publisher {
  /** Who this process is among those that publish. */
  worker: string
  /** Takes what is due, up to `most` posts of each platform in all, and goes on without waiting for them; says how many it took. */
  takeDue(most: number, whose?: { userId?: string; postId?: string }): Promise<number>
  /** Posts that are in hand at this moment. */
  inHand(): number
  secondsUntilDue(): Promise<number | null>
  /** Called whenever a post is let go of. */
  onFree(listen: () => void): void
  /** Everything of a person that is due now, to its next wait or end. */
  processDue(userId: string): Promise<Processed>
  /** This post now, whenever its time is. Nothing is processed when it is in other hands, or has been sent. */
  processPost(userId: string, postId: string): Promise<Processed>
  /**
   * Takes nothing more, and waits until nothing is in hand, for so long at most; what is still in hand then is given up, and goes on elsewhere when
   * its lease has ended.
   */
  drain(mostMs?: number): Promise<void>
}

/** Of the places of a platform, for posts that were sent and wait for its word, where others wait to be sent. */
const SENT_SHARE = 0.25

/** Longest that the end of a process waits for what is in hand, in milliseconds. */
const DRAIN_MS = 25_000

/** Longest that a call which asked for it waits, in milliseconds. */
const PROCESS_MS = 25_000

const ITS_LANE = and(
  eq(accountLocks.userId, scheduledPosts.userId),
  eq(accountLocks.platform, scheduledPosts.platform),
  eq(accountLocks.accountId, scheduledPosts.accountId),
)
/** Whether waiting for a post makes sense: not for one whose account is to be reconnected, or whose platform asked for a pause. */
const WHETHER_SOON = {
  status: scheduledPosts.status,
  isHeld: sql<boolean>`${accountLocks.heldSince} is not null`,
  nextIn: sql<number>`extract(epoch from greatest(${scheduledPosts.nextAt}, ${accountLocks.pausedUntil}) - now())::float8`,
}

interface InHand {
  post: ClaimedPost
  lease: Lease
  done: Promise<void>
  /** Whether it had been sent when it was taken. */
  wasSent: boolean
}

function stopped(timer: NodeJS.Timeout | null): null {
  if (timer) clearInterval(timer)
  return null
}

/** The one publisher of a process: it claims posts and carries each through its states. When to do so is the worker's business. */
export function createPublisher(parts: PublisherParts): Publisher {
  const { atOnce, ofPerson, db, clocks, log, leaseSeconds, graceSeconds, hasPlan } = parts
  const worker = `${process.pid}-${randomUUID()}`
  const inHand = new Map<string, InHand>()
  const listeners: (() => void)[] = []
  /** Claims that were begun and not answered yet. */
  const claiming = new Set<Promise<unknown>>()
  const draining = new AbortController()
  let renewing: NodeJS.Timeout | null = null

  /** What is in hand of a platform, as far as it says what more to take. */
  function holding(platform: PlatformId) {
    const posts = [...inHand.values()].filter((held) => held.post.platform === platform)
    const persons = new Map<string, number>()
    for (const { post } of posts) persons.set(post.userId, (persons.get(post.userId) ?? 0) + 1)
    return { count: posts.length, sent: posts.filter(({ wasSent }) => wasSent).length, persons }
  }

  async function take(platform: PlatformId, most: number, whose: { userId?: string; postId?: string }): Promise<InHand[]> {
    const { count, sent, persons } = holding(platform)
    const free = Math.min(most, atOnce - count)
    if (free <= 0 || draining.signal.aborted) return []
    const asked = { steady: clocks.steady(), wall: clocks.wall() }
    const sentFirst = Math.min(free, Math.max(0, Math.ceil(atOnce * SENT_SHARE) - sent))
    const bounds = { most: free, sentFirst, inHand: persons, ofPerson }
    const claim = db.publishing
      .asSystem((tx) => claimPosts(tx, { worker, leaseSeconds, graceSeconds, hasPlan, platform, ...bounds, ...whose }))
      .then((claimed) => claimed.map((post) => hold(post, asked)))
    claiming.add(claim)
    try {
      return await claim
    } finally {
      claiming.delete(claim)
    }
  }

  /** Also what a claim brings that was begun before the drain. */
  async function untilNothingIsInHand(): Promise<void> {
    while (claiming.size > 0 || inHand.size > 0) {
      await Promise.allSettled(claiming)
      await Promise.all([...inHand.values()].map(({ done }) => done))
    }
  }

  function hold(post: ClaimedPost, asked: { steady: number; wall: number }): InHand {
    const { id, fence, laneFence } = post
    const lease = createLease({ postId: id, fence, laneFence, lasts: leaseSeconds * 1000, asked, clocks })
    const span = { name: 'publish post', kind: 'internal' as const, attributes: { 'ninesixteen.platform': post.platform } }
    const done = withSpan(span, () => publishPost(parts, post, lease))
      .catch((error: unknown) => log.error({ err: error, post: id }, 'A post was left as it stood; it goes on when its lease has ended'))
      .finally(() => {
        if (inHand.get(id)?.lease === lease) inHand.delete(id)
        if (inHand.size === 0) renewing = stopped(renewing)
        for (const listen of listeners) listen()
      })
    const held = { post, lease, done, wasSent: isSent(post.delivery) }
    inHand.set(id, held)
    // A third of the lease leaves room for two renewals that fail.
    renewing ??= setInterval(() => void renew(), (leaseSeconds * 1000) / 3)
    return held
  }

  /** Tells the database that this process is still at it. Leases that are not its own any more end at once, those it cannot be told of by themselves. */
  async function renew(): Promise<void> {
    const held = [...inHand.values()]
    const asked = { steady: clocks.steady(), wall: clocks.wall() }
    const leases = held.map(({ lease: { postId, fence } }) => ({ postId, fence }))
    try {
      const still = await db.publishing.asSystem((tx) => renewLeases(tx, worker, { leases, leaseSeconds }))
      for (const { lease } of held) {
        if (still.has(lease.postId)) lease.renewed(asked)
        else lease.lost()
      }
    } catch (error) {
      log[isDatabaseDown(error) ? 'debug' : 'error']({ err: error }, 'The leases of posts were not renewed')
    }
  }

  async function takeAll(most: number, whose: { userId?: string; postId?: string }): Promise<InHand[]> {
    const taken: InHand[] = []
    for (const platform of PLATFORM_IDS) taken.push(...(await take(platform, most - taken.length, whose)))
    return taken
  }

  /** Rounds of taking and waiting, as an account's posts come one after another, and a platform is asked more than once. */
  async function carryThrough(whose: { userId: string; postId?: string }, isOver: () => Promise<boolean>): Promise<Set<string>> {
    const end = clocks.steady() + PROCESS_MS
    const touched = new Set<string>()
    while (clocks.steady() < end && !draining.signal.aborted) {
      const taken = await takeAll(atOnce, whose)
      for (const { post } of taken) touched.add(post.id)
      await Promise.all(taken.map(({ done }) => done))
      if (taken.length === 0 && (await isOver())) break
      if (taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 250))
    }
    return touched
  }

  async function resultOf(userId: string, ids: ReadonlySet<string>): Promise<Processed> {
    if (ids.size === 0) return { processed: 0, errors: 0, total: 0 }
    const rows = await db.asUser(userId, (tx) =>
      tx
        .select({ status: scheduledPosts.status })
        .from(scheduledPosts)
        .where(inArray(scheduledPosts.id, [...ids])),
    )
    const errors = rows.filter((row) => row.status === 'failed').length
    return { processed: rows.length - errors, errors, total: ids.size }
  }

  return {
    worker,
    takeDue: async (most, whose = {}) => (await takeAll(most, whose)).length,
    inHand: () => inHand.size,
    secondsUntilDue: () => db.publishing.asSystem((tx) => secondsUntilDue(tx, PLATFORM_IDS)),
    onFree: (listen) => void listeners.push(listen),
    async processDue(userId) {
      return resultOf(userId, await carryThrough({ userId }, async () => true))
    },
    async processPost(userId, postId) {
      const brought = await db.asUser(userId, (tx) =>
        tx
          .update(scheduledPosts)
          .set({ nextAt: sql`now()` })
          .where(and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId), eq(scheduledPosts.delivery, 'waiting')))
          .returning({ id: scheduledPosts.id }),
      )
      if (brought.length === 0) return { processed: 0, errors: 0, total: 0 }
      const isOver = async () => {
        const [row] = await db.asUser(userId, (tx) =>
          tx.select(WHETHER_SOON).from(scheduledPosts).innerJoin(accountLocks, ITS_LANE).where(eq(scheduledPosts.id, postId)),
        )
        return row?.status !== 'pending' || row.isHeld || row.nextIn > 5
      }
      await carryThrough({ userId, postId }, isOver)
      return resultOf(userId, new Set([postId]))
    },
    async drain(mostMs = DRAIN_MS) {
      draining.abort()
      const all = untilNothingIsInHand()
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, mostMs)
      })
      await Promise.race([all, late])
      clearTimeout(timer)
      for (const { lease } of inHand.values()) lease.lost()
    },
  }
}
