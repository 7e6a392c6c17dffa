import { setTimeout as wait } from 'node:timers/promises'
import { PLATFORM_IDS } from '@ninesixteen/server/testing/seed-many-users'
import { startOwnDatabase } from '@ninesixteen/server/testing/own-database'
import { openPublishingServices } from '@ninesixteen/server/testing/publishing-services'
import { sandboxAt, type ReachedSandbox } from '@ninesixteen/server/testing/sandbox'
import { startWorkerProcess, type WorkerProcess } from '@ninesixteen/server/testing/worker-process'
import pg from 'pg'
import { startProduct, type RunningProduct } from '../product.ts'

export type Services = Awaited<ReturnType<typeof openPublishingServices>>

/** A product whose database other processes can use, and platforms without limits. */
export interface Stage {
  product: RunningProduct
  services: Services
  sandbox: ReachedSandbox
  connection: pg.PoolConfig
  /** Settings that other processes of the product share with it. */
  env: Record<string, string>
  /** Queries the database directly, to prepare and read data. */
  query<R extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<R[]>
  /** Sets the latency of every request to a platform. */
  slowPlatforms(latencyMs: number): Promise<void>
  /** A worker with a maximum of posts in progress per platform. */
  startWorker(atOnce: number): WorkerProcess
  stop(): Promise<void>
}

const LEASE_SECONDS = 60
/** Maximum milliseconds without any post ending, by default. */
const STUCK_MS = 60_000

/** `all`: the product publishes by itself. `web`: separate workers publish. */
export async function startStage(role: 'all' | 'web', env: Record<string, string> = {}): Promise<Stage> {
  const database = await startOwnDatabase()
  const { connection } = database
  const product = await startProduct({ env: { DATABASE_URL: database.url, ROLE: role, DEMO: 'off', ...env } })
  const { dataDir, sandboxOrigin: sandboxUrl, origin: publicUrl } = product
  const sandbox = sandboxAt(sandboxUrl)
  const services = await openPublishingServices({ connection, dataDir, sandboxUrl, env })
  const client = new pg.Client({ ...connection, options: '-c app.system=on' })
  await client.connect()
  const configurePlatforms = (settings: Record<string, unknown>) =>
    Promise.all(PLATFORM_IDS.map((platform) => sandbox.control(`/${platform}`, 'PATCH', settings)))
  await configurePlatforms({ limited: false })
  return {
    product,
    services,
    sandbox,
    connection,
    env: { DATABASE_URL: database.url, ...env },
    query: async <R extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []) =>
      (await client.query<R>(statement, [...values])).rows,
    slowPlatforms: async (latencyMs) => void (await configurePlatforms({ latencyMs })),
    startWorker: (atOnce) =>
      startWorkerProcess({ connection, dataDir, sandboxUrl, publicUrl, leaseSeconds: LEASE_SECONDS, waits: 1, halts: {}, atOnce }),
    async stop() {
      await client.end()
      await services.db.close()
      await product.stop()
      await database.stop()
    },
  }
}

/** Makes posts due `inSeconds` from now, evenly over `overSeconds`. Returns the first due time by the database's clock, in epoch seconds. */
export async function makeDue(
  { query }: Stage,
  ids: readonly string[],
  { inSeconds, overSeconds = 0 }: { inSeconds: number; overSeconds?: number },
): Promise<number> {
  const [row] = await query<{ first: number }>(
    `with due as (
      select id, now() + make_interval(secs => $2::float8 + $3::float8 * (row_number() over (order by md5(id::text)) - 1) / cardinality($1::uuid[])) as at
      from unnest($1::uuid[]) as id
    ), moved as (
      update scheduled_posts p set scheduled_time = at, next_at = at from due where p.id = due.id returning at
    ) select extract(epoch from min(at))::float8 as first from moved`,
    [ids, inSeconds, overSeconds],
  )
  if (!row) throw new Error('There are no posts to be made due')
  return row.first
}

export interface EndedPosts {
  published: number
  /** Time of the last publication by the database's clock, in epoch seconds. */
  last: number
}

/** Waits until all posts have ended. */
export async function untilEnded({ query }: Stage, ids: readonly string[], stuckMs = STUCK_MS): Promise<EndedPosts> {
  let [fewest, progressAt] = [Number.POSITIVE_INFINITY, performance.now()]
  for (;;) {
    const [row] = await query<EndedPosts & { left: number }>(
      `select count(*) filter (where next_at is not null)::int as left, count(*) filter (where status = 'published')::int as published,
         extract(epoch from max(published_at))::float8 as last from scheduled_posts where id = any($1::uuid[])`,
      [ids],
    )
    if (!row || row.left === 0) return row ?? { published: 0, last: 0 }
    if (row.left < fewest) [fewest, progressAt] = [row.left, performance.now()]
    if (performance.now() - progressAt > stuckMs) throw new Error(`${row.left} posts do not come to an end`)
    await wait(250)
  }
}
