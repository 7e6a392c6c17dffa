import { timeClaim } from '@ninesixteen/server/testing/claim-times'
import { PLATFORM_IDS } from '@ninesixteen/server/testing/crowd'
import type { Stage } from '../publish/stage.ts'
import { quantile } from '../rounds.ts'
import { atMost, type BenchTable } from '../table.ts'

const POSTS = 200_000
const TOGETHER = 2_000
/** Of each platform. */
const CLAIMS = 30
const LIMIT_MS = 50

/** What posts that go out leave behind in the claim's index, before and after it is vacuumed. */
export async function wearTable(stage: Stage): Promise<BenchTable> {
  const fresh = await look(stage)
  for (let done = 0; done < POSTS; done += TOGETHER) await sendSome(stage)
  const worn = await look(stage)
  const begun = performance.now()
  await stage.query('vacuum scheduled_posts')
  const seconds = (performance.now() - begun) / 1000
  const vacuumed = await look(stage)
  const row = (name: string, { megabytes, claims }: Looked) => [name, megabytes, quantile(claims, 0.5), quantile(claims, 0.99)]
  return {
    title: `The claim's index while ${POSTS} posts go out, each in four steps`,
    columns: ['when', 'MB', 'claim p50 ms', 'claim p99 ms'],
    rows: [
      row('before', fresh),
      row('after, as long as nothing is vacuumed', worn),
      row('vacuumed', vacuumed),
      ['the vacuum took (s)', seconds, '', ''],
    ],
    gates: [atMost('claim before a vacuum, p99', { value: quantile(worn.claims, 0.99), limit: LIMIT_MS, unit: 'ms' })],
  }
}

interface Looked {
  megabytes: number
  claims: number[]
}

async function look(stage: Stage): Promise<Looked> {
  const [size] = await stage.query<{ mb: number }>(`select pg_relation_size('scheduled_posts_turn') / 1e6::float8 as mb`)
  const claims: number[] = []
  for (let round = 0; round < CLAIMS; round++) {
    await dueNow(stage, 2 * PLATFORM_IDS.length)
    for (const platform of PLATFORM_IDS) claims.push((await timeClaim(stage.services, platform)).ms)
  }
  return { megabytes: size?.mb ?? 0, claims }
}

/** The next posts, whenever they were to go out. */
async function dueNow({ query }: Stage, count: number): Promise<string[]> {
  const rows = await query<{ id: string }>(
    `update scheduled_posts set next_at = now(), scheduled_time = now()
     where id in (select id from scheduled_posts where platform = any($2) and next_at > now() order by next_at limit $1) returning id`,
    [count, PLATFORM_IDS],
  )
  return rows.map(({ id }) => id)
}

/** The steps of a publisher, many posts at a time. */
async function sendSome(stage: Stage): Promise<void> {
  const ids = await dueNow(stage, TOGETHER)
  const steps = [
    `delivery = 'claimed', lease_until = now() + interval '1 minute', worker = 'worn', fence = fence + 1`,
    `delivery = 'sending', attempts = attempts + 1, lease_until = now() + interval '1 minute'`,
    `delivery = 'accepted', remote_id = id::text, lease_until = null, worker = null, next_at = now() + interval '5 seconds'`,
    `delivery = 'published', status = 'published', published_at = now(), next_at = null, updated_at = now()`,
  ]
  for (const step of steps) await stage.query(`update scheduled_posts set ${step} where id = any($1::uuid[])`, [ids])
}
