import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { UNSENT, type Delivery, type PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../../db/db.ts'

/** A post in the hands of one worker. */
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
  /** In whose hands it is. */
  worker: string
  attempts: number
  losses: number
  /** Seconds since it should have gone out. */
  late: number
  /** Whether posts of its account wait for it to be connected anew. */
  isHeld: boolean
  /** Whether its person has the plan that posts are sent for. */
  hasPlan: boolean
  fence: number
  laneFence: number
}

export interface ClaimOrder {
  worker: string
  leaseSeconds: number
  /** Later than that it does not go out by itself any more. */
  graceSeconds: number
  platform: PlatformId
  /** Whether the person with this id has the plan that posts are sent for. */
  hasPlan(userId: SQLWrapper): SQL<boolean>
  /** Most posts to take. */
  most: number
  /** So many of them are, where there are any, posts that were sent already: in a backlog their turn would come after all that wait to be. */
  sentFirst: number
  /** How many posts of each person are in hand, and how many of one may be. */
  inHand: ReadonlyMap<string, number>
  ofPerson: number
  /** Only posts of this person, or this one. */
  userId?: string
  postId?: string
}

interface PickedRow extends Record<string, unknown> {
  id: string
  user_id: string
  account_id: string
}

/**
 * Takes posts that are due, the oldest first and one of an account, for as long as the lease lasts. Rows that somebody else holds at this
 * moment are passed over, so that no worker waits for another, nor for a person who is changing a post.
 */
export async function claimPosts(tx: Tx, order: ClaimOrder): Promise<ClaimedPost[]> {
  const first = withinBounds(await pick(tx, order), order)
  if (first.length === 0) return []
  const { worker, leaseSeconds } = order
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`
  const ids = sql.param(first.map((row) => row.id))
  await tx.execute(sql`
    update publish_lanes l set lease_until = ${until}, worker = ${worker}, fence = l.fence + 1
    from scheduled_posts p
    where p.id = any(${ids}::uuid[]) and l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id`)
  const claimed = await tx.execute<ClaimedRow>(sql`
    update scheduled_posts p set
      lease_until = ${until}, worker = ${worker}, fence = p.fence + 1,
      losses = case when p.lease_until is null then 0 else p.losses + 1 end,
      delivery = case when p.delivery = 'waiting' then 'claimed' else p.delivery end
    from publish_lanes l
    where p.id = any(${ids}::uuid[]) and l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id
    returning p.id, p.user_id, p.platform, p.account_id, p.kind, p.delivery, p.caption, p.description, p.options, p.worker, p.attempts,
      p.losses, p.fence, l.fence as lane_fence, l.held_since is not null as is_held,
      ${order.hasPlan(sql`p.user_id`)} as has_plan, extract(epoch from now() - p.scheduled_time)::float8 as late`)
  return claimed.rows.map(postOf)
}

/** In the order in which they are taken. Only where more is due than can be taken, anything has to be preferred. */
async function pick(tx: Tx, order: ClaimOrder): Promise<PickedRow[]> {
  const { rows } = await tx.execute<PickedRow>(dueAndFree(order, { isSent: false, most: order.most }))
  if (rows.length < order.most || order.sentFirst === 0) return rows
  const sent = await tx.execute<PickedRow>(dueAndFree(order, { isSent: true, most: order.sentFirst }))
  return [...sent.rows, ...rows]
}

/** As the index has it, word for word. */
const WAS_SENT = sql.raw(`p.delivery in ('sending', 'uncertain', 'accepted')`)

/**
 * A lane that is held lets through what needs no account, and what has waited too long, so that its person learns of it. Nothing is begun for
 * whoever has no plan; what was sent is followed to its end.
 */
function dueAndFree(order: ClaimOrder, { isSent, most }: { isSent: boolean; most: number }): SQL {
  const { platform, graceSeconds, hasPlan, userId, postId, inHand, ofPerson } = order
  const isTooLate = sql`p.scheduled_time <= now() - make_interval(secs => ${graceSeconds})`
  const mine = userId === undefined ? sql`` : sql`and p.user_id = ${userId}`
  const one = postId === undefined ? sql`` : sql`and p.id = ${postId}`
  const full = [...inHand].filter(([, count]) => count >= ofPerson).map(([person]) => person)
  return sql`
    select p.id, p.user_id, p.account_id
    from scheduled_posts p
    join publish_lanes l on l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id
    where p.platform = ${platform} and p.next_at is not null and p.next_at <= now() ${mine} ${one}
      ${isSent ? sql`and ${WAS_SENT}` : sql``}
      ${full.length === 0 ? sql`` : sql`and p.user_id <> all(${sql.param(full)}::text[])`}
      and (p.lease_until is null or p.lease_until <= now()) and ${isLetGo}
      and (l.lease_until is null or l.lease_until <= now())
      and (l.paused_until is null or l.paused_until <= now())
      and (l.held_since is null or p.options ->> 'handOver' = 'true' or ${isTooLate})
      and (p.delivery <> all(${sql.param([...UNSENT])}::text[]) or ${isTooLate} or ${hasPlan(sql`p.user_id`)})
    order by p.next_at, p.id
    limit ${most}
    for update of p, l skip locked`
}

/** Of a person whom an operator keeps out nothing more goes out; what may be on its platform already is followed to its end. */
const isLetGo = sql`(p.delivery <> all(${sql.param([...UNSENT])}::text[])
  or not exists (select from users u where u.id = p.user_id and u.locked_at is not null))`

/** Of posts of one account the first, as its lane is held for the others by then, and of one person no more than may be in hand. */
function withinBounds(rows: readonly PickedRow[], { most, inHand, ofPerson }: ClaimOrder): PickedRow[] {
  const lanes = new Set<string>()
  const persons = new Map(inHand)
  const taken = rows.filter(({ user_id: person, account_id: account }) => {
    const [lane, count] = [`${person} ${account}`, persons.get(person) ?? 0]
    if (lanes.has(lane) || count >= ofPerson) return false
    lanes.add(lane)
    persons.set(person, count + 1)
    return true
  })
  return taken.slice(0, most)
}

interface ClaimedRow extends Record<string, unknown> {
  id: string
  user_id: string
  platform: PlatformId
  account_id: string
  kind: PostKind
  delivery: Delivery
  caption: string
  description: string
  options: Record<string, unknown>
  worker: string
  attempts: number
  losses: number
  fence: string
  lane_fence: string
  is_held: boolean
  has_plan: boolean
  late: number | null
}

function postOf(row: ClaimedRow): ClaimedPost {
  const { id, platform, kind, delivery, caption, description, options, worker, attempts, losses, late } = row
  const numbers = {
    fence: Number(row.fence),
    laneFence: Number(row.lane_fence),
    late: late ?? 0,
    isHeld: row.is_held,
    hasPlan: row.has_plan,
  }
  return {
    id,
    userId: row.user_id,
    platform,
    accountId: row.account_id,
    kind,
    delivery,
    caption,
    description,
    options,
    worker,
    attempts,
    losses,
    ...numbers,
  }
}

/** Seconds until something of these platforms is due; null when nothing is. */
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

/** Renews leases; returns the posts of which this worker still holds them. */
export async function renewLeases(
  tx: Tx,
  worker: string,
  { leases, leaseSeconds }: { leases: readonly HeldLease[]; leaseSeconds: number },
) {
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`
  const held = sql`(select * from unnest(${sql.param(leases.map((lease) => lease.postId))}::uuid[], ${sql.param(
    leases.map((lease) => lease.fence),
  )}::bigint[]) as held(id, fence))`
  const { rows } = await tx.execute<{ id: string }>(sql`
    update scheduled_posts p set lease_until = ${until}
    from ${held} held where p.id = held.id and p.fence = held.fence and p.worker = ${worker}
    returning p.id`)
  await tx.execute(sql`
    update publish_lanes l set lease_until = ${until}
    from scheduled_posts p
    where p.id = any(${sql.param(rows.map((row) => row.id))}::uuid[]) and l.worker = ${worker}
      and l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id`)
  return new Set(rows.map((row) => row.id))
}
