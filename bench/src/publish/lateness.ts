import { setTimeout as wait } from 'node:timers/promises'
import { seedManyUsers } from '@ninesixteen/server/testing/seed-many-users'
import { atMost, type BenchTable, quantile } from '../table.ts'
import { makeDue, type Stage, untilEnded } from './stage.ts'

const POSTS = 300
const SECONDS = 60
const LIMIT_SECONDS = 2
/** Seconds until the first post is due. */
const AHEAD = 3

/** The delay from a post's scheduled time until it is sent, by the database's clock. */
export async function lateness(stage: Stage): Promise<BenchTable> {
  const posts = [...(await seedManyUsers(stage, { posts: POSTS, postsPerAccount: 3, inSeconds: 3600 })).keys()]
  const first = await makeDue(stage, posts, { inSeconds: AHEAD, overSeconds: SECONDS })
  const [baseline] = await Promise.all([baselineDelays(stage, first), untilEnded(stage, posts)])
  const rows = await stage.query<{ seconds: number }>(
    `select extract(epoch from min(e.at) - p.scheduled_time)::float8 as seconds
     from scheduled_posts p join post_events e on e.post_id = p.id and e.kind = 'sending'
     where p.id = any($1::uuid[]) and p.status = 'published' group by p.id`,
    [posts],
  )
  const delays = rows.map(({ seconds }) => seconds)
  const row = (name: string, seconds: readonly number[]) => [
    name,
    seconds.length,
    quantile(seconds, 0.5) * 1000,
    quantile(seconds, 0.99) * 1000,
    quantile(seconds, 1) * 1000,
  ]
  return {
    title: `${POSTS} posts within ${SECONDS} s, to two platforms that respond immediately`,
    columns: ['what', 'times', 'p50 ms', 'p99 ms', 'longest ms'],
    rows: [
      row('delay from scheduled to sent', delays),
      row('baseline: a timer and a question to the database at the same times', baseline),
    ],
    gates: [
      atMost('lateness, p99', { value: quantile(delays, 0.99), limit: LIMIT_SECONDS, unit: 's' }),
      atMost('posts not sent', { value: POSTS - delays.length, limit: 0, unit: 'posts' }),
    ],
  }
}

/** The delays of timers at the same times, each with a single query. */
async function baselineDelays({ services }: Stage, first: number): Promise<number[]> {
  const timers = Array.from({ length: POSTS }, async (_, post) => {
    const at = first + (post * SECONDS) / POSTS
    await wait(at * 1000 - Date.now())
    const { rows } = await services.db.pool.query<{ seconds: number }>(
      'select extract(epoch from clock_timestamp())::float8 - $1 as seconds',
      [at],
    )
    return rows[0]?.seconds ?? Number.NaN
  })
  return Promise.all(timers)
}
