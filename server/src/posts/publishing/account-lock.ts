import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { ClaimedPost } from './claim.ts'

/** Releases an account lock, and may pause or hold the account. A lock that another worker has taken is left alone. */
export async function releaseAccountLock(
  tx: Tx,
  post: Pick<ClaimedPost, 'userId' | 'platform' | 'accountId' | 'lockFence'>,
  { pauseSeconds = 0, hold = false }: { pauseSeconds?: number; hold?: boolean } = {},
): Promise<void> {
  const pause = pauseSeconds > 0 ? sql`clock_timestamp() + make_interval(secs => ${pauseSeconds})` : sql`paused_until`
  await tx.execute(sql`
    update publish_lanes set
      lease_until = case when fence = ${post.lockFence} then null else lease_until end,
      worker = case when fence = ${post.lockFence} then null else worker end,
      paused_until = ${pause},
      held_since = case when ${hold} then coalesce(held_since, now()) else held_since end
    where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId}`)
}

/** Seconds until the platform accepts another post of the account; 0 when it does now. */
export async function secondsUntilStart(tx: Tx, post: ClaimedPost, startsPerMinute: number): Promise<number> {
  const { rows } = await tx.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(at) + interval '61 seconds' - now())::float8 as seconds from (
      select at from publish_lanes, unnest(starts) as at
      where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId} and at > now() - interval '1 minute'
      order by at desc limit ${startsPerMinute}
    ) recent having count(*) >= ${startsPerMinute}`)
  return rows[0]?.seconds ?? 0
}
