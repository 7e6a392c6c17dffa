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

export interface DatabaseLimits {
  /** For how long what was read is told again, in milliseconds. */
  freshMs: number
  /** How long whoever asks waits for it, and how long the statement may take. */
  waitMs: number
}

/** However often and by however many it is asked for, the database answers four times a minute at most. */
const BOUNDS: DatabaseLimits = { freshMs: 15_000, waitMs: 2_000 }
/** Rows of one kind that are counted: where there are more, the figure stays at this. */
const ROWS_MAX = 5_000
/** A post is late from then on, in seconds. */
const LATE_SECONDS = 60

interface PostsRow {
  platform: string
  state: string
  posts: number
  due: number
  late: number
  oldest: number
}

interface Figures {
  posts: PostsRow[]
  jobs: { job: string; waiting: number; oldest: number }[]
  drawings: { line: RenderQueueName; waiting: number; taken: number; oldest: number }[]
  mails: number
  /** Seconds since anything that publishes was last heard of; null when nothing ever was. */
  beat: number | null
  /** By how much the database's clock is ahead of this machine's, in seconds. */
  clock: number
}

type Parts = { config: Config; db: Db }

/** Sets the gauges of what the database knows, with one question for all of them; gives back what is to be called before they are read. */
export function createDatabaseMetrics(registry: Registry, parts: Parts, given: Partial<DatabaseLimits> = {}): () => Promise<void> {
  const bounds = { ...BOUNDS, ...given }
  const show = databaseGauges(registry)
  let known: { at: number; figures: Figures | null } | null = null
  let asking: Promise<void> | null = null

  async function ask(): Promise<void> {
    try {
      known = { at: performance.now(), figures: await readFigures(parts, bounds.waitMs) }
    } catch {
      // It is away, or too slow: that is the figure.
      known = { at: performance.now(), figures: null }
    }
    asking = null
  }

  return async () => {
    if (!known || performance.now() - known.at >= bounds.freshMs) {
      known = null
      asking ??= ask()
      await within(asking, bounds.waitMs)
    }
    show(known?.figures ?? null)
  }
}

async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}

/** Over indexes alone, within rows and time that hurt nobody. Counts, and nobody's name. */
function readFigures({ config, db }: Parts, statementMs: number): Promise<Figures> {
  return readAsOperator(db, async (tx) => {
    const { rows: found } = await tx.execute<{ hasJobs: boolean }>(sql`
      select set_config('statement_timeout', ${String(statementMs)}, true), to_regclass('pgboss.job') is not null as "hasJobs"`)
    const jobs = found[0]?.hasJobs === true ? jobsWaiting : sql`'[]'::json`
    const { rows } = await tx.execute<Figures & Record<string, unknown>>(sql`
      select ${postsOpen(config)} as posts, ${jobs} as jobs, ${drawingsAsked} as drawings,
        (select count(*)::int from (
          select from mails where created_at > now() - interval '1 day' and state in ('waiting', 'sending') limit ${ROWS_MAX}
        ) m) as mails,
        (select extract(epoch from now() - max(beat_at))::float8 from publish_workers) as beat,
        extract(epoch from clock_timestamp())::float8 - ${Date.now() / 1000}::float8 as clock`)
    if (!rows[0]) throw new Error('The database gave no figures')
    return rows[0]
  })
}

/**
 * Posts whose turn is now or within the hour, and those that were sent and are followed. Held ones wait for their person, not for us: for an account
 * to be connected anew, for the plan, or for an operator who locked somebody out.
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

/** Those that somebody still waits for. What nobody wants any more is cleared away and keeps nobody waiting. */
const drawingsAsked = sql`(
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

function databaseGauges(registry: Registry): (figures: Figures | null) => void {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `ninesixteen_${name}`, help, labelNames, registers: [registry] })
  const up = gauge('database_up', 'Whether the database answered in time.')
  const posts = gauge('posts', 'Posts whose turn is within the hour or that are followed, by state.', 'platform', 'state')
  const due = gauge('posts_due', 'Posts that could be sent now.', 'platform')
  const late = gauge('posts_late', 'Posts that could have been sent a minute ago.', 'platform')
  const oldest = gauge('posts_oldest_due_seconds', 'How late the oldest post is that could be sent now.', 'platform')
  const jobs = gauge('jobs_waiting', 'Background jobs that are due.', 'job')
  const oldestJob = gauge('jobs_oldest_waiting_seconds', 'How long the oldest job that is due has waited.', 'job')
  const asked = gauge('drawings', 'Pictures and films asked of workers: those that wait, and those that are being drawn.', 'line', 'state')
  const oldestAsked = gauge('drawings_oldest_waiting_seconds', 'Since the oldest one was asked for that no worker has taken.', 'line')
  const mails = gauge('mails_waiting', 'Mails of the last day that are still to be sent.')
  const beat = gauge('worker_beat_age_seconds', 'Since anything that publishes was last heard of.')
  const clock = gauge('database_clock_ahead_seconds', 'By how much the clock of the database is ahead of this machine’s.')
  const all = [posts, due, late, oldest, jobs, oldestJob, asked, oldestAsked, mails, beat, clock]
  return (figures) => {
    up.set(figures ? 1 : 0)
    for (const one of all) one.reset()
    // One without labels would be told as 0.
    for (const one of [mails, beat, clock]) one.remove()
    if (!figures) return
    for (const platform of PLATFORM_IDS) {
      const rows = figures.posts.filter((row) => row.platform === platform)
      for (const { state, posts: count } of rows) posts.set({ platform, state }, count)
      due.set({ platform }, sum(rows.map((row) => row.due)))
      late.set({ platform }, sum(rows.map((row) => row.late)))
      oldest.set({ platform }, Math.max(0, ...rows.map((row) => row.oldest)))
    }
    for (const { job, waiting, oldest: age } of figures.jobs) {
      jobs.set({ job }, waiting)
      oldestJob.set({ job }, Math.max(0, age))
    }
    for (const line of RENDER_QUEUES) {
      const row = figures.drawings.find((one) => one.line === line)
      for (const state of ['waiting', 'taken'] as const) asked.set({ line, state }, row?.[state] ?? 0)
      oldestAsked.set({ line }, Math.max(0, row?.oldest ?? 0))
    }
    mails.set(figures.mails)
    // As if it had been long ago: an alert has a figure to look at.
    beat.set(figures.beat ?? Number.POSITIVE_INFINITY)
    clock.set(figures.clock)
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
