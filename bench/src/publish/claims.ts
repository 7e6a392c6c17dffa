import { timeClaim, timeSecondsUntilDue } from '@ninesixteen/server/testing/claim-times'
import { PLATFORM_IDS, seedCrowd } from '@ninesixteen/server/testing/seed-many-users'
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
  questions: number[]
  /** Rows of posts that the database looked at for a claim and a question. */
  looked: number
}

/** How long a worker's questions take when a hundred thousand posts wait for their time. */
export async function claims(stage: Stage): Promise<BenchTable> {
  // They are copied, so that each has an account of its own to go to.
  const [model] = [...(await seedCrowd(stage, { posts: 2, postsPerAccount: 1, inSeconds: 86_400, from: 90_000 })).keys()]
  const first = await copyPosts(stage, model, FEW)
  const few = await timeQuestions(stage, first)
  const rest = await copyPosts(stage, model, POSTS - FEW)
  const many = await timeQuestions(stage, rest)
  const nothing: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now()
    await stage.services.db.publishing.asSystem((tx) => tx.execute('select 1'))
    nothing.push(performance.now() - begun)
  }
  const row = (name: string, ms: readonly number[], looked: string | number = '') => [
    name,
    quantile(ms, 0.5),
    quantile(ms, 0.99),
    quantile(ms, 1),
    looked,
  ]
  return {
    title: `A worker's queries with ${POSTS} posts to come, ${DUE} of them due, ${ROUNDS} times`,
    columns: ['what', 'p50 ms', 'p99 ms', 'longest ms', 'rows read'],
    rows: [
      row('claim', many.claims, many.looked),
      row(`baseline: claim with ${FEW} posts`, few.claims, few.looked),
      row('when is the next one due', many.questions),
      row(`baseline: the same with ${FEW} posts`, few.questions),
      row('baseline: a transaction that asks for nothing', nothing),
    ],
    gates: [
      atMost('claim, p99', { value: quantile(many.claims, 0.99), limit: LIMIT_MS, unit: 'ms' }),
      atMost('next due time, p99', { value: quantile(many.questions, 0.99), limit: LIMIT_MS, unit: 'ms' }),
      // By the index, and not by reading them all.
      atMost('rows read per claim and query', { value: many.looked, limit: 20 * DUE, unit: 'rows' }),
    ],
  }
}

/** The same post to a thousand accounts, from tomorrow on; their ids, on the platforms in turn. */
async function copyPosts({ query }: Stage, model: string | undefined, count: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `insert into scheduled_posts (user_id, platform, account_id, scheduled_time, next_at, caption, snapshot, options)
     select user_id, ($3::text[])[1 + n % cardinality($3::text[])], 'copied-' || n % 1000, at, at, caption, snapshot, options
     from scheduled_posts, generate_series(1, $2::int) as n, lateral (select now() + make_interval(days => 1, secs => n * 25) as at) as due
     where id = $1::uuid returning id`,
    [model, count, PLATFORM_IDS],
  )
  await query('vacuum analyze scheduled_posts')
  return rows.map(({ id }) => id)
}

async function timeQuestions(stage: Stage, ids: readonly string[]): Promise<Times> {
  const times: Times = { claims: [], questions: [], looked: 0 }
  const ofRound = DUE * PLATFORM_IDS.length
  for (let round = 0; round < ROUNDS; round++) {
    const from = (round * ofRound) % (ids.length - ofRound)
    const due = ids.slice(from, from + ofRound)
    await stage.query('update scheduled_posts set next_at = now() where id = any($1::uuid[])', [due])
    const before = await rowsLookedAt(stage)
    for (const platform of PLATFORM_IDS) {
      const { ms, result } = await timeClaim(stage.services, platform)
      if (result !== DUE) throw new Error(`${result} posts were claimed and not ${DUE}`)
      times.claims.push(ms)
      times.questions.push((await timeSecondsUntilDue(stage.services)).ms)
    }
    times.looked = Math.max(times.looked, ((await rowsLookedAt(stage)) - before) / PLATFORM_IDS.length)
    // Few posts are in progress at any time.
    await stage.query(
      `update scheduled_posts set next_at = scheduled_time, lease_until = null, worker = null, delivery = 'waiting' where id = any($1::uuid[])`,
      [due],
    )
    await stage.query('update publish_lanes set lease_until = null, worker = null where lease_until is not null')
  }
  return times
}

/** By those who ask and were asked here: each tells what it did when it is told to. */
async function rowsLookedAt({ services, query }: Stage): Promise<number> {
  await services.db.publishing.asSystem((tx) => tx.execute('select pg_stat_force_next_flush()'))
  await query('select pg_stat_force_next_flush()')
  const [row] = await query<{ rows: number }>(
    `select (seq_tup_read + idx_tup_fetch)::float8 as rows from pg_stat_user_tables where relname = 'scheduled_posts'`,
  )
  return row?.rows ?? 0
}
