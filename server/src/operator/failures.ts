import { sql } from 'drizzle-orm'
import type { Failure } from '@ninesixteen/shared/api/operator'
import type { Db } from '../db/db.ts'
import { isoTime } from '../db/columns.ts'
import { DAYS_BACK } from './instance-health.ts'
import { readAsOperator } from './operator-reads.ts'

/** Maximum number of rows shown, over all days. */
const ROWS_MAX = 200

/** Recent failures, counted by day and kind. For posts only the error code: messages may contain words of users or platforms. */
export async function readFailures(db: Db): Promise<Failure[]> {
  const since = sql`now() - make_interval(days => ${DAYS_BACK})`
  const { rows } = await readAsOperator(db, async (tx) => {
    const hasJobs = await tx.execute<{ has: boolean }>(sql`select to_regclass('pgboss.job') is not null as has`)
    const jobs = sql`union all select 'job', name, completed_on from pgboss.job where state = 'failed' and completed_on > ${since}`
    return tx.execute<Failure & Record<string, unknown>>(sql`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, kind, what, count(*)::int as count,
        ${isoTime(sql`max(at)`)} as "lastAt"
      from (
        select 'post' as kind, platform || coalesce(', ' || error_code, '') as what, updated_at as at
        from scheduled_posts where status = 'failed' and delivery <> 'cancelled' and updated_at > ${since}
        union all
        select 'mail', template || ', ' || state, created_at from mails
        where state in ('refused', 'dropped', 'unsure') and attempts > 0 and created_at > ${since}
        ${hasJobs.rows[0]?.has === true ? jobs : sql``}
      ) failed
      group by 1, 2, 3 order by 1 desc, max(at) desc limit ${ROWS_MAX}`)
  })
  return rows
}
