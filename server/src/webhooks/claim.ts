import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'

/** Far above the timeout of a request: after a crash, the endpoint is free again. */
const LEASE_SECONDS = 60
/** Requests of one user at a time. */
const PER_USER = 4

/** A delivery of an endpoint that this process holds. */
export interface ClaimedDelivery {
  id: string
  userId: string
  endpointId: string
  eventId: string
  body: string
  attempts: number
  url: string
  secret: string
  /** Null once the rotation has ended. */
  oldSecret: string | null
  pace: Pace
}

/** How an endpoint answered last. One that has not answered yet, or was slow within the last hour, is slow. */
export type Pace = 'fast' | 'slow' | 'failing'

const IS_FAST = sql`e.slow_until <= now()`
const OF_PACE: Record<Pace, SQL> = {
  fast: sql`e.failing_since is null and ${IS_FAST}`,
  slow: sql`e.failing_since is null and ${IS_FAST} is not true`,
  failing: sql`e.failing_since is not null`,
}

/**
 * Claims the oldest due delivery of some endpoints, and leases those: each endpoint gets one request at a time. Users take turns: one gets a
 * second endpoint only after all others have a first. Claims endpoints of one pace, which the caller gives slots of their own.
 */
export async function claimDeliveries(tx: Tx, { pace, limit }: { pace: Pace; limit: number }): Promise<ClaimedDelivery[]> {
  if (limit <= 0) return []
  const { rows } = await tx.execute(sql`
    with free as (
      select distinct on (due.endpoint_id) due.endpoint_id, due.user_id, due.id, due.next_at
      from webhook_deliveries due join webhook_endpoints e on e.id = due.endpoint_id
      where due.next_at <= now() and e.is_on and coalesce(e.busy_until, '-infinity') < now() and ${OF_PACE[pace]}
      order by due.endpoint_id, due.next_at, due.created_at, due.id
    ), busy as (
      select user_id, count(*) as many from webhook_endpoints where busy_until >= now() group by user_id
    ), turns as (
      select free.*, coalesce(busy.many, 0) + row_number() over (partition by free.user_id order by free.next_at, free.id) as turn
      from free left join busy using (user_id)
    ), chosen as (
      select e.id, turns.id as delivery_id from turns join webhook_endpoints e on e.id = turns.endpoint_id
      where turn <= ${PER_USER} and coalesce(e.busy_until, '-infinity') < now()
      order by turn, next_at limit ${limit} for update of e skip locked
    ), leased as (
      update webhook_endpoints e set busy_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from chosen where e.id = chosen.id
      returning e.id, e.url, e.secret, case when e.old_secret_until > now() then e.old_secret end as old_secret, chosen.delivery_id
    )
    select d.id, d.user_id as "userId", d.endpoint_id as "endpointId", d.event_id as "eventId", d.body, d.attempts,
      leased.url, leased.secret, leased.old_secret as "oldSecret", ${pace}::text as pace
    from leased join webhook_deliveries d on d.id = leased.delivery_id`)
  return rows as unknown as ClaimedDelivery[]
}

/** Seconds until the next delivery is due, 0 if one waits for a busy endpoint; null without one. */
export async function secondsUntilDue(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(d.next_at) - now())::float8 as seconds
    from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
    where d.next_at is not null and e.is_on and coalesce(e.busy_until, '-infinity') < now()`)
  const seconds = rows[0]?.seconds ?? null
  return seconds && Math.max(0, seconds)
}
