import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { UNSENT, type Delivery, type PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { isCleared } from '../approval/approved.ts'
import type { AccountRef } from '../../platforms/account.ts'
import type { Tx } from '../../db/db.ts'
import { LeaseLost } from './lease.ts'
import type { PostFile } from '../../platforms/publishing.ts'
import { transitionAll } from './transition.ts'

/** An attempt whose outcome is open. */
export interface LiveAttempt {
  id: string
  number: number
  marker: string
  remoteId: string | null
  /** State that the platform gave to continue with. */
  resume: Record<string, unknown> | null
  /** The worker that began it. */
  worker: string | null
  /** Since the attempt began. */
  secondsAgo: number
}

/** A post as one worker claimed it. */
export interface ClaimedPost {
  id: string
  userId: string
  platform: PlatformId
  accountId: string
  kind: PostKind
  delivery: Delivery
  caption: string
  description: string
  options: Record<string, unknown>
  /** IANA name of the zone in which its time was chosen. */
  timeZone: string
  worker: string
  attempts: number
  losses: number
  /** Seconds since its scheduled time. */
  late: number
  /** Whether posts of its account wait until the user reconnects it. */
  isHeld: boolean
  /** Whether its user has the plan that posts are sent for. */
  hasPlan: boolean
  /** Whether it has the approval that its company requires. */
  isCleared: boolean
  fence: number
  /** The fence of its account's lock. */
  lockFence: number
  /** The connected account; null when it was disconnected. */
  account: AccountRef | null
  /** The rendered files, in order. */
  files: PostFile[]
  attempt: LiveAttempt | null
}

/** Which due posts a worker may take now. */
export interface ClaimLimits {
  /** Seconds after which a post isn't sent by itself any more. */
  graceSeconds: number
  /** Whether the user with this id has the plan that posts are sent for. */
  hasPlan(userId: SQLWrapper): SQL<boolean>
}

export interface ClaimOptions extends ClaimLimits {
  worker: string
  leaseSeconds: number
  platform: PlatformId
  /** Most posts to take. */
  most: number
  /** How many of them should be sent posts: in a backlog, their turn would come after all unsent posts. */
  sentFirst: number
  /** How many posts of each user this worker holds, and how many it may hold of one. */
  inHand: ReadonlyMap<string, number>
  userPostsMax: number
  /** Only posts of this user, or this one. */
  userId?: string
  postId?: string
}

interface PickedRow extends Record<string, unknown> {
  id: string
  user_id: string
  account_id: string
}

/**
 * Takes due posts, the oldest first and one per account, until the lease ends. It skips rows that another transaction has locked, so that no
 * worker waits for another one or for a user who is changing a post.
 */
export async function claimPosts(tx: Tx, order: ClaimOptions): Promise<ClaimedPost[]> {
  const picked = withinBounds(await pick(tx, order), order)
  if (picked.length === 0) return []
  const { worker, leaseSeconds } = order
  const ids = sql.param(picked.map((row) => row.id))
  await tx.execute(sql`
    update publish_lanes l set lease_until = now() + make_interval(secs => ${leaseSeconds}), worker = ${worker}, fence = l.fence + 1
    from scheduled_posts p
    where p.id = any(${ids}::uuid[]) and l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id`)
  await transitionAll(tx, sql`id = any(${ids}::uuid[])`, { kind: 'claimed', worker, leaseSeconds })
  const { rows } = await tx.execute<ClaimedRow>(sql`
    select p.id, p.user_id as "userId", p.platform, p.account_id as "accountId", p.kind, p.delivery, p.caption, p.description, p.options,
      p.time_zone as "timeZone", p.worker, p.attempts, p.losses, p.fence, l.fence as "lockFence", l.held_since is not null as "isHeld",
      ${order.hasPlan(sql`p.user_id`)} as "hasPlan", ${isCleared(sql`p`)} as "isCleared", extract(epoch from now() - p.scheduled_time)::float8 as late,
      (select a.id from social_accounts a where a.user_id = p.user_id and a.platform = p.platform and a.account_id = p.account_id) as "accountRowId",
      ${filesOf(sql`p.id`)} as files,
      (select json_build_object('id', a.id, 'number', a.attempt, 'marker', a.marker, 'remoteId', a.remote_id, 'resume', a.resume, 'worker', a.worker,
        'secondsAgo', extract(epoch from now() - a.started_at)::float8) from publish_attempts a where a.post_id = p.id and a.live) as attempt
    from scheduled_posts p
    join publish_lanes l on l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id
    where p.id = any(${ids}::uuid[])`)
  return rows.map(claimedPostOf)
}

/** The rendered files of a post as JSON; null when there are none. */
function filesOf(postId: SQL): SQL {
  return sql`(
    select json_agg(json_build_object('position', m.position, 'path', m.path, 'mimeType', m.mime_type, 'bytes', m.bytes, 'width', m.width,
      'height', m.height) order by m.position)
    from post_media m where m.post_id = ${postId})`
}

export async function readFiles(tx: Tx, postId: string): Promise<PostFile[]> {
  const { rows } = await tx.execute<{ files: PostFile[] | null }>(sql`select ${filesOf(sql`${postId}::uuid`)} as files`)
  return rows[0]?.files ?? []
}

interface ClaimedRow extends Record<string, unknown>, Omit<ClaimedPost, 'account' | 'fence' | 'files' | 'late' | 'lockFence'> {
  fence: string
  lockFence: string
  late: number | null
  accountRowId: string | null
  files: PostFile[] | null
}

function claimedPostOf({ accountRowId, fence, lockFence, late, files, ...row }: ClaimedRow): ClaimedPost {
  return {
    ...row,
    fence: Number(fence),
    lockFence: Number(lockFence),
    late: late ?? 0,
    account: accountRowId === null ? null : { userId: row.userId, id: accountRowId },
    files: files ?? [],
  }
}

/** In claiming order. Sent posts get their share only when more posts are due than can be taken. */
async function pick(tx: Tx, order: ClaimOptions): Promise<PickedRow[]> {
  const { rows } = await tx.execute<PickedRow>(dueAndFree(order, { isSent: false, most: order.most }))
  if (rows.length < order.most || order.sentFirst === 0) return rows
  const sent = await tx.execute<PickedRow>(dueAndFree(order, { isSent: true, most: order.sentFirst }))
  return [...sent.rows, ...rows]
}

/** Must equal the predicate of the index scheduled_posts_sent. */
const WAS_SENT = sql.raw(`p.delivery in ('sending', 'uncertain', 'accepted')`)
const IS_UNSENT = sql`p.delivery = any(${sql.param([...UNSENT])}::text[])`

function dueAndFree(order: ClaimOptions, { isSent, most }: { isSent: boolean; most: number }): SQL {
  const { platform, userId, postId, inHand, userPostsMax } = order
  const mine = userId === undefined ? sql`` : sql`and p.user_id = ${userId}`
  const one = postId === undefined ? sql`` : sql`and p.id = ${postId}`
  const full = [...inHand].filter(([, count]) => count >= userPostsMax).map(([busyUser]) => busyUser)
  return sql`
    select p.id, p.user_id, p.account_id
    from scheduled_posts p
    join publish_lanes l on l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id
    where p.platform = ${platform} and p.next_at is not null and p.next_at <= now() ${mine} ${one}
      ${isSent ? sql`and ${WAS_SENT}` : sql``}
      ${full.length === 0 ? sql`` : sql`and p.user_id <> all(${sql.param(full)}::text[])`}
      and (p.lease_until is null or p.lease_until <= now())
      and (l.lease_until is null or l.lease_until <= now())
      and ${mayPublishNow(order)}
    order by p.next_at, p.id
    limit ${most}
    for update of p, l skip locked`
}

/**
 * Whether nothing but another worker keeps a due post `p` with the account lock `l` from being taken. Locked users, users without the plan
 * and posts without the approval that their company requires send nothing new, but what was sent is followed up. A held account lets through posts that need no account, and those that are too late, so
 * that the user learns of it.
 */
export function mayPublishNow({ graceSeconds, hasPlan }: ClaimLimits): SQL {
  const isTooLate = sql`p.scheduled_time <= now() - make_interval(secs => ${graceSeconds})`
  return sql`
    (l.paused_until is null or l.paused_until <= now())
    and (l.held_since is null or p.options ->> 'handOver' = 'true' or ${isTooLate})
    and (not ${IS_UNSENT} or not exists (select from users u where u.id = p.user_id and u.locked_at is not null))
    and (not ${IS_UNSENT} or ${isTooLate} or (${hasPlan(sql`p.user_id`)} and ${isCleared(sql`p`)}))`
}

/** One post per account, because it takes the lock, and no more per user than the worker may hold. */
function withinBounds(rows: readonly PickedRow[], { most, inHand, userPostsMax }: ClaimOptions): PickedRow[] {
  const accounts = new Set<string>()
  const users = new Map(inHand)
  const claimed = rows.filter(({ user_id: userId, account_id: accountId }) => {
    const [account, count] = [`${userId} ${accountId}`, users.get(userId) ?? 0]
    if (accounts.has(account) || count >= userPostsMax) return false
    accounts.add(account)
    users.set(userId, count + 1)
    return true
  })
  return claimed.slice(0, most)
}

/** Seconds until a post of these platforms is due; null when none is planned. */
export async function secondsUntilDue(tx: Tx, platforms: readonly PlatformId[]): Promise<number | null> {
  const { rows } = await tx.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(at) - clock_timestamp())::float8 as seconds
    from unnest(${sql.param([...platforms])}::text[]) as of_platform(name), lateral (
      select next_at as at from scheduled_posts where platform = name and next_at > now() order by next_at limit 1
    ) as next`)
  return rows[0]?.seconds ?? null
}

export interface HeldLease {
  postId: string
  fence: number
}

/** Renews leases; returns the ids of the posts that this worker still holds. */
export async function renewLeases(
  tx: Tx,
  worker: string,
  { leases, leaseSeconds }: { leases: readonly HeldLease[]; leaseSeconds: number },
): Promise<Set<string>> {
  const ids = sql.param(leases.map((lease) => lease.postId))
  const fences = sql.param(leases.map((lease) => lease.fence))
  const isHeld = sql`worker = ${worker} and (id, fence) in (select * from unnest(${ids}::uuid[], ${fences}::bigint[]))`
  // In the order in which a deletion locks them.
  await tx.execute(sql`select from scheduled_posts where ${isHeld} order by id for update`)
  const renewed = await transitionAll(tx, isHeld, { kind: 'lease-renewed', leaseSeconds })
  const held = renewed.map(({ id }) => id)
  await tx.execute(sql`
    update publish_lanes l set lease_until = now() + make_interval(secs => ${leaseSeconds})
    from scheduled_posts p
    where p.id = any(${sql.param(held)}::uuid[]) and l.worker = ${worker}
      and l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id`)
  return new Set(held)
}

/** Ends all leases, for a process that knows that no worker is alive: their posts can be claimed at once, and count as lost by their workers. */
export async function endLeases(tx: Tx): Promise<void> {
  await transitionAll(tx, sql`lease_until > now()`, { kind: 'lease-renewed', leaseSeconds: 0 })
  await tx.execute(sql`update publish_lanes set lease_until = null, worker = null where lease_until is not null`)
}

/** The current progress of a claimed post. Throws LeaseLost. */
export async function readDelivery(tx: Tx, { id, fence }: Pick<ClaimedPost, 'id' | 'fence'>): Promise<Delivery> {
  const { rows } = await tx.execute<{ delivery: Delivery }>(sql`select delivery from scheduled_posts where id = ${id} and fence = ${fence}`)
  const [row] = rows
  if (!row) throw new LeaseLost()
  return row.delivery
}
