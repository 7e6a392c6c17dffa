import { and, eq, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { hasPlan } from '../../auth/has-plan.ts'
import type { ChangeEvents } from '../../db/listen.ts'
import { accountLocks, scheduledPosts } from '../../db/schema-publishing.ts'
import type { Config } from '../../config/config.ts'
import type { Db, Tx } from '../../db/db.ts'
import { isCleared } from '../approval/approved.ts'
import { readHeartbeat } from '../worker-heartbeat.ts'
import { mayPublishNow } from './claim.ts'
import { transitionAll } from './transition.ts'

export interface Processed {
  /** Posts that reached their next wait or their end. */
  processed: number
  /** Posts that failed. */
  errors: number
  total: number
}

/** `isWorkerMissing`: posts are due, and no worker is running. */
export interface Requested extends Processed {
  isWorkerMissing: boolean
}

interface PublishNowDeps {
  changes: Pick<ChangeEvents, 'subscribe'>
  config: Config
  db: Db
}

/** Longest that a request waits for the workers, in milliseconds. */
const WAIT_MS = 25_000
/** How often a request polls without a notification, because releasing a lease sends none. In milliseconds. */
const POLL_MS = 2_000

const NOTHING: Requested = { processed: 0, errors: 0, total: 0, isWorkerMissing: false }

/** Has the workers publish all due posts of a user, and waits until each post reaches its next wait or its end. */
export async function publishDue(deps: PublishNowDeps, userId: string): Promise<Requested> {
  const { db, config } = deps
  const limits = { graceSeconds: config.publishing.graceHours * 3600, hasPlan: (id: SQLWrapper) => hasPlan(config, id) }
  const isInProgress = sql`(p.lease_until > now() or p.next_at <= now() and ${mayPublishNow(limits)})`
  const inProgress = async (tx: Tx, condition: SQL): Promise<string[]> => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select p.id from scheduled_posts p
      join publish_lanes l on l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id
      where p.user_id = ${userId} and ${condition} and ${isInProgress}`)
    return rows.map(({ id }) => id)
  }
  const due = await db.asSystem(async (tx) => {
    const ids = await inProgress(tx, sql`p.next_at <= now()`)
    if (ids.length > 0) await tx.execute(sql`select pg_notify('posts_due', '')`)
    return ids
  })
  if (due.length === 0) return NOTHING
  if (!(await readHeartbeat(deps)).isAlive) return { ...NOTHING, total: due.length, isWorkerMissing: true }
  const isOne = sql`p.id = any(${sql.param(due)}::uuid[])`
  await waitUntil(deps, userId, async () => (await db.asSystem((tx) => inProgress(tx, isOne))).length === 0)
  return resultOf(deps, userId, due)
}

/** Has the workers publish this post now, whatever its time. Does nothing when it ended, or waits for its platform or its user. */
export async function publishNow(deps: PublishNowDeps, userId: string, postId: string): Promise<Requested> {
  const { db } = deps
  const isPost = and(eq(scheduledPosts.id, postId), eq(scheduledPosts.userId, userId))
  const isOver = async (): Promise<boolean> => {
    const [row] = await db.asUser(userId, (tx) => tx.select(PROGRESS).from(scheduledPosts).innerJoin(accountLocks, IS_LOCK).where(isPost))
    return row?.status !== 'pending' || row.isHeld || !row.isCleared || row.nextIn === null || row.nextIn > SOON_SECONDS
  }
  const brought = await db.asUser(userId, (tx) => transitionAll(tx, isPost, { kind: 'brought-forward' }))
  // A worker may have taken it already.
  if (brought.length === 0 && (await isOver())) return NOTHING
  if (!(await readHeartbeat(deps)).isAlive) return { ...NOTHING, total: 1, isWorkerMissing: true }
  await waitUntil(deps, userId, isOver)
  return resultOf(deps, userId, [postId])
}

/** A request waits for a post that continues within this time. */
const SOON_SECONDS = 5
const IS_LOCK = and(
  eq(accountLocks.userId, scheduledPosts.userId),
  eq(accountLocks.platform, scheduledPosts.platform),
  eq(accountLocks.accountId, scheduledPosts.accountId),
)
const PROGRESS = {
  status: scheduledPosts.status,
  isCleared: isCleared(scheduledPosts),
  isHeld: sql<boolean>`${accountLocks.heldSince} is not null`,
  nextIn: sql<number | null>`extract(epoch from greatest(${scheduledPosts.nextAt}, ${accountLocks.pausedUntil}) - now())::float8`,
}

async function resultOf({ db }: PublishNowDeps, userId: string, ids: readonly string[]): Promise<Requested> {
  const rows = await db.asUser(userId, (tx) =>
    tx
      .select({ status: scheduledPosts.status })
      .from(scheduledPosts)
      .where(inArray(scheduledPosts.id, [...ids])),
  )
  const errors = rows.filter((row) => row.status === 'failed').length
  return { processed: rows.length - errors, errors, total: ids.length, isWorkerMissing: false }
}

/** Polls on each change to the user's posts, until the condition holds, the time is up, or this process shuts down. */
async function waitUntil({ changes }: { changes: Pick<ChangeEvents, 'subscribe'> }, userId: string, isSo: () => Promise<boolean>) {
  const deadline = performance.now() + WAIT_MS
  let wake: () => void = () => undefined
  const shutdown = new AbortController()
  const ended = (): void => {
    shutdown.abort()
    wake()
  }
  const unsubscribe = changes.subscribe(userId, () => wake(), ended)
  try {
    while (!shutdown.signal.aborted) {
      // Subscribes before it checks, so that no change is missed.
      const change = Promise.withResolvers<void>()
      wake = change.resolve
      const msLeft = deadline - performance.now()
      if ((await isSo()) || msLeft <= 0) return
      const timer = setTimeout(wake, Math.min(msLeft, POLL_MS))
      await change.promise
      clearTimeout(timer)
    }
  } finally {
    unsubscribe()
  }
}
