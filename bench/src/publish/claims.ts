import { timeClaim, timeSecondsUntilDue } from '@ninesixteen/server/testing/claim-times'
import { PLATFORM_IDS, seedManyUsers } from '@ninesixteen/server/testing/seed-many-users'
import { atMost, type BenchTable, quantile } from '../table.ts'
import type { Stage } from './stage.ts'

const POSTS = 100_000
const FEW = 1000
const ROUNDS = 100
/** Posts that fall due before each claim. */
const DUE = 5
const LIMIT_MS = 20

interface Times {
  claims: number[]
  dueQueries: number[]
  /** Rows of posts that the database read for a claim and a due query. */
  rowsRead: number
}

/** The duration of a worker's queries while a hundred thousand posts are scheduled. */
export async function claims(stage: Stage): Promise<BenchTable> {
  // The posts are copies for different accounts.
  const [template] = [...(await seedManyUsers(stage, { posts: 2, postsPerAccount: 1, inSeconds: 86_400, from: 90_000 })).keys()]
  const first = await copyPosts(stage, template, FEW)
  const few = await timeQueries(stage, first)
  const remaining = await copyPosts(stage, template, POSTS - FEW)
  const many = await timeQueries(stage, remaining)
  const emptyTransactions: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await stage.services.db.publishing.asSystem((tx) => tx.execute('select 1'))
    emptyTransactions.push(performance.now() - startedAt)
  }
  const row = (name: string, ms: readonly number[], rowsRead: string | number = '') => [
    name,
    quantile(ms, 0.5),
    quantile(ms, 0.99),
    quantile(ms, 1),
    rowsRead,
  ]
  return {
    title: `A worker's queries with ${POSTS} posts to come, ${DUE} of them due, ${ROUNDS} times`,
    columns: ['what', 'p50 ms', 'p99 ms', 'longest ms', 'rows read'],
    rows: [
      row('claim', many.claims, many.rowsRead),
      row(`baseline: claim with ${FEW} posts`, few.claims, few.rowsRead),
      row('when is the next one due', many.dueQueries),
      row(`baseline: the same with ${FEW} posts`, few.dueQueries),
      row('baseline: a transaction that asks for nothing', emptyTransactions),
    ],
    gates: [
      atMost('claim, p99', { value: quantile(many.claims, 0.99), limit: LIMIT_MS, unit: 'ms' }),
      atMost('next due time, p99', { value: quantile(many.dueQueries, 0.99), limit: LIMIT_MS, unit: 'ms' }),
      // Proves that the queries use the index.
      atMost('rows read per claim and query', { value: many.rowsRead, limit: 20 * DUE, unit: 'rows' }),
    ],
  }
}

/** Copies a post to a thousand accounts, round robin over the platforms, from tomorrow on. Returns the ids. */
async function copyPosts({ query }: Stage, template: string | undefined, count: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `insert into scheduled_posts (user_id, platform, account_id, scheduled_time, next_at, caption, snapshot, options)
     select user_id, ($3::text[])[1 + n % cardinality($3::text[])], 'copied-' || n % 1000, at, at, caption, snapshot, options
     from scheduled_posts, generate_series(1, $2::int) as n, lateral (select now() + make_interval(days => 1, secs => n * 25) as at) as due
     where id = $1::uuid returning id`,
    [template, count, PLATFORM_IDS],
  )
  await query('vacuum analyze scheduled_posts')
  return rows.map(({ id }) => id)
}

async function timeQueries(stage: Stage, ids: readonly string[]): Promise<Times> {
  const times: Times = { claims: [], dueQueries: [], rowsRead: 0 }
  const postsPerRound = DUE * PLATFORM_IDS.length
  for (let round = 0; round < ROUNDS; round++) {
    const offset = (round * postsPerRound) % (ids.length - postsPerRound)
    const due = ids.slice(offset, offset + postsPerRound)
    await stage.query('update scheduled_posts set next_at = now() where id = any($1::uuid[])', [due])
    const rowsBefore = await countRowsRead(stage)
    for (const platform of PLATFORM_IDS) {
      const { ms, result } = await timeClaim(stage.services, platform)
      if (result !== DUE) throw new Error(`${result} posts were claimed and not ${DUE}`)
      times.claims.push(ms)
      times.dueQueries.push((await timeSecondsUntilDue(stage.services)).ms)
    }
    times.rowsRead = Math.max(times.rowsRead, ((await countRowsRead(stage)) - rowsBefore) / PLATFORM_IDS.length)
    // Few posts are in progress at any time.
    await stage.query(
      `update scheduled_posts set next_at = scheduled_time, lease_until = null, worker = null, delivery = 'waiting' where id = any($1::uuid[])`,
      [due],
    )
    await stage.query('update publish_lanes set lease_until = null, worker = null where lease_until is not null')
  }
  return times
}

/** Rows read by both connections, which first flush their statistics. */
async function countRowsRead({ services, query }: Stage): Promise<number> {
  await services.db.publishing.asSystem((tx) => tx.execute('select pg_stat_force_next_flush()'))
  await query('select pg_stat_force_next_flush()')
  const [row] = await query<{ rows: number }>(
    `select (seq_tup_read + idx_tup_fetch)::float8 as rows from pg_stat_user_tables where relname = 'scheduled_posts'`,
  )
  return row?.rows ?? 0
}
