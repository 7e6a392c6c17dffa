import { timeClaim, timeSecondsUntilDue } from '@ninesixteen/server/testing/claim-times'
import { PLATFORM_IDS } from '@ninesixteen/server/testing/crowd'
import { standingWork } from '@ninesixteen/server/testing/standing-work'
import pg from 'pg'
import { startStage, type Stage } from '../publish/stage.ts'
import { quantile } from '../rounds.ts'
import { atLeast, atMost, type BenchGate, type BenchTable } from '../table.ts'
import { type Asked, askOften, call, PASSWORD, signUp, type Visitor } from './ask-product.ts'
import { partitionsTable } from './partitions.ts'
import { type IndexSeconds, plantPosts } from './plant.ts'
import type { PlantedSize } from './plant-beside.ts'
import { wearTable } from './wear.ts'

const SIZE: PlantedSize = { people: 100_000, posts: 10_000_000, waiting: 1_000_000 }
const DUE = 10_000
/** Of each platform. */
const CLAIMS = 50
/** One of those with many posts, all of them of a company. */
const BUSY = 4
const OPERATOR = 'operator@example.org'
const METRICS_TOKEN = 'figures-of-ten-million'

const PERSON_MS = 150
const OPERATOR_MS = 2_000
/** Of 48 posts: each of them and its lane is written. */
const CLAIM_MS = 500
/** What is done by itself, in seconds: as often as every few minutes, and once a day. */
const OFTEN_SECONDS = 2
const DAILY_SECONDS = 60

/** A database of ten million posts of a hundred thousand people, asked by the product itself. Takes half an hour and some 25 GB of disk. */
export async function run(): Promise<BenchTable[]> {
  const stage = await startStage('web', { METRICS_TOKEN })
  try {
    const indexSeconds = await plant(stage)
    return [
      await sizesTable(stage, indexSeconds),
      await claimsTable(stage),
      await peopleTable(stage),
      await standingTable(stage),
      await wearTable(stage),
      await partitionsTable(stage),
    ]
  } finally {
    await stage.stop()
  }
}

async function plant({ connection }: Stage): Promise<IndexSeconds> {
  const client = new pg.Client({ ...connection, options: '-c app.system=on' })
  await client.connect()
  try {
    return await plantPosts(client, SIZE)
  } finally {
    await client.end()
  }
}

export async function sizesTable({ query }: Stage, indexSeconds: IndexSeconds): Promise<BenchTable> {
  const rows = await query<{ name: string; rows: number; table: number; indexes: number }>(
    `select relname as name, reltuples::float8 as rows, pg_table_size(oid) / 1e9::float8 as table, pg_indexes_size(oid) / 1e9::float8 as indexes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and pg_table_size(oid) > 2e8 order by pg_total_relation_size(oid) desc`,
  )
  const [slowest = '', seconds = 0] = Object.entries(indexSeconds).toSorted(([, one], [, other]) => other - one)[0] ?? []
  return {
    title: `The tables of ${SIZE.posts} posts`,
    columns: ['table', 'rows', 'GB', 'GB of indexes'],
    rows: [
      ...rows.map(({ name, rows: count, table, indexes }) => [name, Math.round(count), table, indexes]),
      [`the index that takes longest to make, ${slowest} (s)`, '', '', seconds],
    ],
    gates: [],
  }
}

/** The publisher's questions, with ten thousand posts due and a million to come. */
export async function claimsTable(stage: Stage): Promise<BenchTable> {
  await stage.query(
    `update scheduled_posts set next_at = now(), scheduled_time = now()
     where id in (select id from scheduled_posts where next_at > now() order by md5(id::text) limit $1)`,
    [DUE],
  )
  const [claims, questions]: [number[], number[]] = [[], []]
  let taken = 0
  for (let round = 0; round < CLAIMS; round++)
    for (const platform of PLATFORM_IDS) {
      const { ms, result } = await timeClaim(stage.services, platform)
      claims.push(ms)
      taken += result
      questions.push((await timeSecondsUntilDue(stage.services)).ms)
    }
  return {
    title: `A worker's questions with ${DUE} posts due and ${SIZE.waiting} to come, ${claims.length} times`,
    columns: ['what', 'p50 ms', 'p99 ms', 'longest ms'],
    rows: [
      rowOf({ name: `claim, ${Math.round(taken / claims.length)} posts each`, ms: claims }),
      rowOf({ name: 'when is the next one due', ms: questions }),
    ],
    gates: [
      atMost('claim, p99', { value: quantile(claims, 0.99), limit: CLAIM_MS, unit: 'ms' }),
      atLeast('posts claimed', { value: taken, limit: CLAIMS, unit: 'posts' }),
    ],
  }
}

/** The account of somebody with five hundred posts and of somebody with fifty. */
async function move({ query }: Stage, { id }: Visitor, number: number): Promise<void> {
  for (const table of [
    'scheduled_posts',
    'post_media',
    'post_events',
    'publish_attempts',
    'files',
    'notices',
    'mails',
    'social_accounts',
    'companies',
    'projects',
  ])
    await query(`update ${table} set user_id = $1 where user_id = md5('person ' || $2::text)`, [id, number])
}

/** What people and the operator ask for in the page. */
export async function peopleTable(stage: Stage): Promise<BenchTable> {
  const { product } = stage
  const busy = await signUp(product)
  await stage.query('set session_replication_role = replica')
  await move(stage, busy, BUSY)
  await stage.query('set session_replication_role = origin')
  await stage.query('update user_settings set pro_plan = true where user_id = $1', [busy.id])
  const operator = await signUp(product, OPERATOR)
  const month = `from=${monthsFromNow(-1)}&to=${monthsFromNow(0)}`
  const first = JSON.parse((await call(product, busy, { path: '/api/v1/scheduled-posts?limit=50' })).body)
  const oldest = JSON.parse((await call(product, busy, { path: '/api/v1/scheduled-posts?limit=450' })).body)
  const [company] = await stage.query<{ id: string }>('select company_id as id from scheduled_posts where user_id = $1 limit 1', [busy.id])
  if (!company) throw new Error('The posts have no company')
  // The only one cannot be deleted.
  await call(product, busy, { path: '/api/v1/companies', method: 'POST', body: JSON.stringify({ name: 'Another one' }) })
  const people = [
    await askOften(product, busy, { name: 'a month of the calendar', path: `/api/v1/scheduled-posts?${month}` }),
    await askOften(product, busy, { name: 'the newest 50 posts', path: '/api/v1/scheduled-posts?limit=50' }),
    await askOften(product, busy, { name: 'the 50 behind 450', path: `/api/v1/scheduled-posts?limit=50&after=${oldest.next}` }),
    await askOften(product, busy, { name: 'those of one company', path: `/api/v1/scheduled-posts?limit=50&companyId=${company.id}` }),
    await askOften(product, busy, { name: 'one post with its history', path: `/api/v1/scheduled-posts/${first.posts[0].id}` }),
    await askOften(product, busy, { name: 'notices', path: '/api/v1/notices' }),
    await askOften(product, busy, { name: 'slideshows', path: '/api/v1/projects' }),
  ]
  const long = [
    await askOften(product, busy, { name: 'everything of an account, as a download', path: '/api/account/download', rounds: 5 }),
    await once(stage, busy, { name: 'a company of many posts is deleted', path: `/api/v1/companies/${company.id}`, method: 'DELETE' }),
    await once(stage, busy, {
      name: 'the account is deleted',
      path: '/api/v1/me/delete',
      method: 'POST',
      body: JSON.stringify({ password: PASSWORD }),
    }),
  ]
  const operated = [
    await askOften(product, operator, { name: 'operator: people, the newest page', path: '/api/v1/operator/people', rounds: 5 }),
    await askOften(product, operator, {
      name: 'operator: people, found by a name',
      path: '/api/v1/operator/people?search=person%20777',
      rounds: 5,
    }),
    await askOften(product, operator, { name: 'operator: how the instance fares', path: '/api/v1/operator/state', rounds: 5 }),
    await askOften(product, operator, { name: 'operator: what failed this week', path: '/api/v1/operator/failures', rounds: 5 }),
    await figures(stage),
  ]
  const gate =
    (limit: number) =>
    ({ name, ms }: Asked): BenchGate =>
      atMost(name, { value: quantile(ms, 0.99), limit, unit: 'ms' })
  return {
    title: 'Calls over HTTP, one at a time, of somebody with 500 posts',
    columns: ['what', 'p50 ms', 'p99 ms', 'longest ms'],
    rows: [...people, ...long, ...operated].map(rowOf),
    gates: [...people.map(gate(PERSON_MS)), ...[...long, ...operated].map(gate(OPERATOR_MS))],
  }
}

function monthsFromNow(months: number): string {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() + months)
  return day.toISOString()
}

async function once(
  { product }: Stage,
  visitor: Visitor,
  { name, ...order }: RequestInit & { name: string; path: string },
): Promise<Asked> {
  return { name, ms: [(await call(product, visitor, order)).ms] }
}

/** What the database says is remembered for a while, so it is asked once. */
async function figures({ product }: Stage): Promise<Asked> {
  const begun = performance.now()
  const answer = await fetch(`${product.origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/metrics: ${answer.status}`)
  // Without an answer of the database in time there are no figures of it, however quickly that is said.
  const isTold = text.includes('ninesixteen_database_up 1')
  return { name: '/metrics', ms: [isTold ? performance.now() - begun : Number.POSITIVE_INFINITY] }
}

/** What the product looks for by itself. */
export async function standingTable({ services }: Stage): Promise<BenchTable> {
  const rows: (string | number)[][] = []
  for (const { name, run: work } of standingWork(services)) {
    const begun = performance.now()
    await work()
    rows.push([name, (performance.now() - begun) / 1000])
  }
  return {
    title: 'What is asked of all rows by itself',
    columns: ['what', 's'],
    rows,
    gates: rows.map(([name = '', seconds]) =>
      atMost(String(name), { value: Number(seconds), limit: String(name).startsWith('daily') ? DAILY_SECONDS : OFTEN_SECONDS, unit: 's' }),
    ),
  }
}

const rowOf = ({ name, ms }: Asked): (string | number)[] => [name, quantile(ms, 0.5), quantile(ms, 0.99), quantile(ms, 1)]
