import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ok, warning, type Check, type Finding } from './finding.ts'

/** Number of attempts to see the replica catch up, and the pauses between them; far more patient than its readers. */
const ATTEMPTS = 5
const PAUSE_MS = 400

/** A replica is optional, so problems are warnings. */
export function replicaCheck(connection: pg.ClientConfig, primary: pg.Client): Check {
  return { name: 'replica', run: () => replica(connection, primary) }
}

const UNUSED = 'Until then, all reads use the primary.'

async function replica(connection: pg.ClientConfig, primary: pg.Client): Promise<Finding> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await compare(client, primary)
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    return warning(
      `DATABASE_REPLICA_URL cannot be read: ${reason}.`,
      `Check that it runs, and that address, user and password are right. ${UNUSED}`,
    )
  } finally {
    await client.end()
  }
}

interface ReplicaFacts extends pg.QueryResultRow {
  isStandby: boolean
  instance: string
}

async function compare(client: pg.Client, primary: pg.Client): Promise<Finding> {
  const standing = await client.query<ReplicaFacts>(
    'select pg_is_in_recovery() as "isStandby", (select id::text from instance) as instance',
  )
  const here = await primary.query<{ place: string; instance: string }>(
    'select pg_current_wal_lsn()::text as place, (select id::text from instance) as instance',
  )
  const address = 'Set DATABASE_REPLICA_URL to a streaming replica of DATABASE_URL, or unset it.'
  if (standing.rows[0]?.isStandby !== true)
    return warning('DATABASE_REPLICA_URL is a primary that accepts writes, not a replica.', `${address} ${UNUSED}`)
  if (standing.rows[0].instance !== here.rows[0]?.instance)
    return warning('DATABASE_REPLICA_URL is a replica of another database.', `${address} ${UNUSED}`)
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await wait(PAUSE_MS)
    const { rows } = await client.query<{ has: boolean }>('select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has', [
      here.rows[0]?.place,
    ])
    if (rows[0]?.has) return ok('The replica is up to date.')
  }
  const { rows } = await client.query<{ since: string | null }>(
    `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as since`,
  )
  return warning(
    `The replica lags: its data is from ${rows[0]?.since ?? 'some time ago'}.`,
    `Check its log, the network in between, and its recovery_min_apply_delay. ${UNUSED}`,
  )
}
