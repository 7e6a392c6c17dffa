import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'

/**
 * Expires the leases, heartbeats, counters and delays of a killed process that worked on runs, or ran this job, so that a test need not wait for
 * them.
 */
export async function expireKilledProcess({ db }: { db: Db }, job = ''): Promise<void> {
  await db.asSystem((tx) =>
    tx.execute(sql`
      with quiet as (update projects set updated_at = now() - interval '1 minute' where status = 'generating'),
        counted as (delete from usage_counters),
        claimed as (update runs set lease_until = now() where state = 'running'),
        delayed as (update runs set start_after = now() where state = 'waiting'),
        lost as (update pgboss.job set state = 'retry', start_after = now() where name = ${job} and state = 'active')
      update pgboss.job set start_after = now() where name = ${job} and state in ('created', 'retry')`),
  )
}
