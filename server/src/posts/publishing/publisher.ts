import { randomUUID } from 'node:crypto'
import { isDatabaseDown } from '../../db/database-error.ts'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { claimPosts, renewLeases, secondsUntilDue, type ClaimedPost } from './claim.ts'
import { createLease, type Lease } from './lease.ts'
import { publishPost } from './publish-post.ts'
import type { PublisherDeps } from './publisher-deps.ts'
import { isSent } from './delivery-events.ts'
import { withSpan } from '../../telemetry/spans.ts'
import { withTimeout } from '../../promises.ts'

export interface Publisher {
  /** The id of this process among the publishers. */
  worker: string
  /** Takes due posts, up to `most` in all, and goes on without waiting for them; returns how many it took. */
  takeDue(most: number, scope?: { userId?: string; postId?: string }): Promise<number>
  /** How many posts are in progress. */
  inHand(): number
  secondsUntilDue(): Promise<number | null>
  /** Calls back whenever this process finishes a post. */
  onFree(listen: () => void): void
  /**
   * Claims no more, and waits up to `mostMs` for the posts in progress. Another worker takes over the others when their leases expire.
   */
  drain(mostMs?: number): Promise<void>
}

/** The share of workers that poll sent posts while others wait to be sent. */
const SENT_SHARE = 0.25

/** Longest that a shutdown waits for posts in progress, in milliseconds. */
const DRAIN_MS = 25_000

interface InHand {
  post: ClaimedPost
  lease: Lease
  done: Promise<void>
  /** Whether it was sent before this claim. */
  wasSent: boolean
}

function stopped(timer: NodeJS.Timeout | null): null {
  if (timer) clearInterval(timer)
  return null
}

/** The publisher of a process: it claims posts and advances each as far as possible. The worker decides when. */
export function createPublisher(deps: PublisherDeps): Publisher {
  const { atOnce, userPostsMax, db, clocks, log, leaseSeconds, graceSeconds, hasPlan } = deps
  const worker = `${process.pid}-${randomUUID()}`
  const inHand = new Map<string, InHand>()
  const listeners: (() => void)[] = []
  /** Claims without a response from the database yet. */
  const claiming = new Set<Promise<unknown>>()
  const draining = new AbortController()
  let renewing: NodeJS.Timeout | null = null

  /** The posts of a platform in progress; they limit how many more to claim. */
  function holding(platform: PlatformId) {
    const posts = [...inHand.values()].filter((held) => held.post.platform === platform)
    const postsPerUser = new Map<string, number>()
    for (const { post } of posts) postsPerUser.set(post.userId, (postsPerUser.get(post.userId) ?? 0) + 1)
    return { count: posts.length, sent: posts.filter(({ wasSent }) => wasSent).length, postsPerUser }
  }

  async function claimForPlatform(platform: PlatformId, most: number, scope: { userId?: string; postId?: string }): Promise<InHand[]> {
    const { count, sent, postsPerUser } = holding(platform)
    const free = Math.min(most, atOnce - count)
    if (free <= 0 || draining.signal.aborted) return []
    const requestedAt = { steady: clocks.steady(), wall: clocks.wall() }
    const sentFirst = Math.min(free, Math.max(0, Math.ceil(atOnce * SENT_SHARE) - sent))
    const bounds = { most: free, sentFirst, inHand: postsPerUser, userPostsMax }
    const claim = db.publishing
      .asSystem((tx) => claimPosts(tx, { worker, leaseSeconds, graceSeconds, hasPlan, platform, ...bounds, ...scope }))
      .then((claimed) => claimed.map((post) => startLease(post, requestedAt)))
    claiming.add(claim)
    try {
      return await claim
    } finally {
      claiming.delete(claim)
    }
  }

  /** Includes the posts of a claim that began before the drain. */
  async function untilNothingIsInHand(): Promise<void> {
    while (claiming.size > 0 || inHand.size > 0) {
      await Promise.allSettled(claiming)
      await Promise.all([...inHand.values()].map(({ done }) => done))
    }
  }

  function startLease(post: ClaimedPost, requestedAt: { steady: number; wall: number }): InHand {
    const { id, fence } = post
    const lease = createLease({ postId: id, fence, lasts: leaseSeconds * 1000, requestedAt, clocks })
    const span = { name: 'publish post', kind: 'internal' as const, attributes: { 'ninesixteen.platform': post.platform } }
    const done = withSpan(span, () => publishPost(deps, post, lease))
      .catch((error: unknown) => log.error({ err: error, post: id }, 'A post was left as it was; it goes on when its lease has ended'))
      .finally(() => {
        if (inHand.get(id)?.lease === lease) inHand.delete(id)
        if (inHand.size === 0) renewing = stopped(renewing)
        for (const listen of listeners) listen()
      })
    const held = { post, lease, done, wasSent: isSent(post.delivery) }
    inHand.set(id, held)
    // A third of the lease: two renewals may fail.
    renewing ??= setInterval(() => void renew(), (leaseSeconds * 1000) / 3)
    return held
  }

  /** Ends leases that this process has lost. While the database is unavailable, they expire by themselves. */
  async function renew(): Promise<void> {
    const held = [...inHand.values()]
    const requestedAt = { steady: clocks.steady(), wall: clocks.wall() }
    const leases = held.map(({ lease: { postId, fence } }) => ({ postId, fence }))
    try {
      const renewed = await db.publishing.asSystem((tx) => renewLeases(tx, worker, { leases, leaseSeconds }))
      for (const { lease } of held) {
        if (renewed.has(lease.postId)) lease.renewed(requestedAt)
        else lease.lost()
      }
    } catch (error) {
      log[isDatabaseDown(error) ? 'debug' : 'error']({ err: error }, 'The leases of posts were not renewed')
    }
  }

  async function claimAll(most: number, scope: { userId?: string; postId?: string }): Promise<InHand[]> {
    const claimed: InHand[] = []
    for (const platform of PLATFORM_IDS) claimed.push(...(await claimForPlatform(platform, most - claimed.length, scope)))
    return claimed
  }

  return {
    worker,
    takeDue: async (most, scope = {}) => (await claimAll(most, scope)).length,
    inHand: () => inHand.size,
    secondsUntilDue: () => db.publishing.asSystem((tx) => secondsUntilDue(tx, PLATFORM_IDS)),
    onFree: (listen) => void listeners.push(listen),
    async drain(mostMs = DRAIN_MS) {
      draining.abort()
      await withTimeout(untilNothingIsInHand(), mostMs, () => undefined)
      for (const { lease } of inHand.values()) lease.lost()
    },
  }
}
