import { sql } from 'drizzle-orm'
import { Gauge, type Registry } from 'prom-client'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { UNSENT } from '@ninesixteen/shared/publishing/delivery'
import { hasPlan } from '../../auth/has-plan.ts'
import { renderQueue } from '../../db/schema-render-queue.ts'
import { RENDER_QUEUES, type RenderQueueName } from '../../render-queue/render-task.ts'
import { isQueued } from '../../render-queue/queue-state.ts'
import { readAsOperator } from '../operator-reads.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import { withTimeout } from '../../promises.ts'

export interface DatabaseLimits {
  /** How long values are cached, in milliseconds. */
  freshMs: number
  /** Longest wait for the values, and timeout of the query. */
  waitMs: number
}

/** The database is queried four times a minute at most, however often metrics are read. */
const BOUNDS: DatabaseLimits = { freshMs: 15_000, waitMs: 2_000 }
/** Maximum count of each kind: the gauge stops there. */
const ROWS_MAX = 5_000
/** A post is late after this many seconds. */
const LATE_SECONDS = 60

interface PostsRow {
  platform: string
  state: string
  posts: number
  due: number
  late: number
  oldest: number
}

interface DatabaseValues {
  posts: PostsRow[]
  jobs: { job: string; waiting: number; oldest: number }[]
  drawings: { line: RenderQueueName; waiting: number; taken: number; oldest: number }[]
  mails: number
  /** Seconds since the last sign of a publisher; null if there was none. */
  beat: number | null
  /** How far the database's clock is ahead of this machine's, in seconds. */
  clock: number
}

type Parts = { config: Config; db: Db }

/** Sets the gauges of the database's values with one query; call the returned function before reading them. */
export function createDatabaseMetrics(registry: Registry, parts: Parts, overrides: Partial<DatabaseLimits> = {}): () => Promise<void> {
  const bounds = { ...BOUNDS, ...overrides }
  const show = databaseGauges(registry)
  let cached: { at: number; values: DatabaseValues | null } | null = null
  let reading: Promise<void> | null = null

  async function readAll(): Promise<void> {
    try {
      cached = { at: performance.now(), values: await readValues(parts, bounds.waitMs) }
    } catch {
      // An unreachable or slow database is itself a value.
      cached = { at: performance.now(), values: null }
    }
    reading = null
  }

  return async () => {
    if (!cached || performance.now() - cached.at >= bounds.freshMs) {
      cached = null
      reading ??= readAll()
      await withTimeout(reading, bounds.waitMs, () => undefined)
    }
    show(cached?.values ?? null)
  }
}

/** Index scans only, limited in rows and time. Counts without user data. */
function readValues({ config, db }: Parts, statementMs: number): Promise<DatabaseValues> {
  return readAsOperator(db, async (tx) => {
    const { rows: found } = await tx.execute<{ hasJobs: boolean }>(sql`
      select set_config('statement_timeout', ${String(statementMs)}, true), to_regclass('pgboss.job') is not null as "hasJobs"`)
    const jobs = found[0]?.hasJobs === true ? jobsWaiting : sql`'[]'::json`
    const { rows } = await tx.execute<DatabaseValues & Record<string, unknown>>(sql`
      select ${postsOpen(config)} as posts, ${jobs} as jobs, ${pendingRenders} as drawings,
        (select count(*)::int from (
          select from mails where created_at > now() - interval '1 day' and state in ('waiting', 'sending') limit ${ROWS_MAX}
        ) m) as mails,
        (select extract(epoch from now() - max(beat_at))::float8 from publish_workers) as beat,
        extract(epoch from clock_timestamp())::float8 - ${Date.now() / 1000}::float8 as clock`)
    if (!rows[0]) throw new Error('Database metrics query failed')
    return rows[0]
  })
}

/**
 * Posts due now or within the hour, and posts that were sent and are being polled. Posts on hold are excluded: they wait for a reconnect,
 * for the plan, or for the operator to unlock the user.
 */
function postsOpen(config: Parts['config']) {
  const unsent = sql`p.delivery = any(${sql.param([...UNSENT])}::text[])`
  const held = sql`(l.held_since is not null or not ${hasPlan(config, sql`p.user_id`)}
    or exists (select from users u where u.id = p.user_id and u.locked_at is not null))`
  const secondsLate = sql`extract(epoch from now() - scheduled_time)::float8`
  return sql`(
    select coalesce(json_agg(counted), '[]') from (
      select platform, state, count(*)::int as posts,
        count(*) filter (where can_go and next_at <= now())::int as due,
        count(*) filter (where can_go and ${secondsLate} > ${LATE_SECONDS})::int as late,
        coalesce(max(${secondsLate}) filter (where can_go and next_at <= now()), 0) as oldest
      from (
        select p.platform, p.scheduled_time, p.next_at, ${unsent} and not ${held} as can_go,
          case when ${unsent} and ${held} then 'held' else p.delivery end as state
        from unnest(${sql.param([...PLATFORM_IDS])}::text[]) as of_platform(name), lateral (
          select platform, user_id, account_id, delivery, scheduled_time, next_at from scheduled_posts
          where platform = of_platform.name and next_at is not null and next_at <= now() + interval '1 hour'
          order by next_at limit ${ROWS_MAX}
        ) p
        left join publish_lanes l on l.user_id = p.user_id and l.platform = p.platform and l.account_id = p.account_id
      ) post
      group by platform, state
    ) counted)`
}

const jobsWaiting = sql`(
  select coalesce(json_agg(counted), '[]') from (
    select name as job, count(*)::int as waiting, extract(epoch from now() - min(start_after))::float8 as oldest
    from (
      select name, start_after from pgboss.job where state < 'active' and not blocked and start_after <= now() limit ${ROWS_MAX}
    ) job
    group by name
  ) counted)`

/** Renders that a request still waits for; abandoned ones delay no one. */
const pendingRenders = sql`(
  select coalesce(json_agg(counted), '[]') from (
    select case when ${isQueued('films')} then 'films' else 'pictures' end as line,
      count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'taken')::int as taken,
      coalesce(extract(epoch from now() - min(asked_at) filter (where state = 'waiting')), 0)::float8 as oldest
    from (
      select kind, state, asked_at from ${renderQueue} where state in ('waiting', 'taken') and wanted_until > now() limit ${ROWS_MAX}
    ) drawing
    group by line
  ) counted)`

function databaseGauges(registry: Registry): (values: DatabaseValues | null) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `ninesixteen_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', 'Whether the database responded in time.')
  const posts = gauge('posts', 'Posts that are due within the hour or being polled, by state.', 'platform', 'state')
  const due = gauge('posts_due', 'Posts that are due now.', 'platform')
  const late = gauge('posts_late', 'Posts that have been due for a minute.', 'platform')
  const oldest = gauge('posts_oldest_due_seconds', 'Age of the oldest due post.', 'platform')
  const jobs = gauge('jobs_waiting', 'Background jobs that are due.', 'job')
  const oldestJob = gauge('jobs_oldest_waiting_seconds', 'Age of the oldest due job.', 'job')
  const renders = gauge('drawings', 'Images and videos requested from workers: waiting, and in progress.', 'line', 'state')
  const oldestPending = gauge('drawings_oldest_waiting_seconds', 'Age of the oldest render that no worker has claimed.', 'line')
  const mails = gauge('mails_waiting', 'Unsent mails of the last day.')
  const beat = gauge('worker_beat_age_seconds', 'Time since the last sign of a publisher.')
  const clock = gauge('database_clock_ahead_seconds', 'How far the database clock is ahead of the clock of this machine.')
  const all = [posts, due, late, oldest, jobs, oldestJob, renders, oldestPending, mails, beat, clock]
  return (values) => {
    up.set(values ? 1 : 0)
    for (const one of all) one.reset()
    // After a reset, metrics without labels would be reported as 0.
    for (const one of [mails, beat, clock]) one.remove()
    if (!values) return
    for (const platform of PLATFORM_IDS) {
      const rows = values.posts.filter((row) => row.platform === platform)
      for (const { state, posts: count } of rows) posts.set({ platform, state }, count)
      due.set({ platform }, sum(rows.map((row) => row.due)))
      late.set({ platform }, sum(rows.map((row) => row.late)))
      oldest.set({ platform }, Math.max(0, ...rows.map((row) => row.oldest)))
    }
    for (const { job, waiting, oldest: age } of values.jobs) {
      jobs.set({ job }, waiting)
      oldestJob.set({ job }, Math.max(0, age))
    }
    for (const line of RENDER_QUEUES) {
      const row = values.drawings.find((one) => one.line === line)
      for (const state of ['waiting', 'taken'] as const) renders.set({ line, state }, row?.[state] ?? 0)
      oldestPending.set({ line }, Math.max(0, row?.oldest ?? 0))
    }
    mails.set(values.mails)
    // Infinity triggers the alert if there never was one.
    beat.set(values.beat ?? Number.POSITIVE_INFINITY)
    clock.set(values.clock)
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
