import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { ok, warning, type Check, type Finding } from './finding.ts'

/** How often, and after which pauses, it is asked whether it has what the database had: as patient as nobody who reads from it is. */
const LOOKS = 5
const PAUSE_MS = 400

/** Nothing waits for a replica: one that is of no use is worth a warning. */
export function replicaCheck(connection: pg.ClientConfig, primary: pg.Client): Check {
  return { name: 'replica', run: () => replica(connection, primary) }
}

const UNUSED = 'Until then everything is read from the database itself.'

async function replica(connection: pg.ClientConfig, primary: pg.Client): Promise<Finding> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await compare(client, primary)
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    return warning(
      `DATABASE_REPLICA_URL cannot be read from: ${reason}.`,
      `Look whether it runs, and whether address, user and password are right. ${UNUSED}`,
    )
  } finally {
    await client.end()
  }
}

interface Standing extends pg.QueryResultRow {
  isStandby: boolean
  instance: string
}

async function compare(client: pg.Client, primary: pg.Client): Promise<Finding> {
  const standing = await client.query<Standing>('select pg_is_in_recovery() as "isStandby", (select id::text from instance) as instance')
  const here = await primary.query<{ place: string; instance: string }>(
    'select pg_current_wal_lsn()::text as place, (select id::text from instance) as instance',
  )
  const address = 'Set DATABASE_REPLICA_URL to a server that follows DATABASE_URL by streaming, or to nothing.'
  if (standing.rows[0]?.isStandby !== true)
    return warning('DATABASE_REPLICA_URL leads to a server that takes writes, and is no replica.', `${address} ${UNUSED}`)
  if (standing.rows[0].instance !== here.rows[0]?.instance)
    return warning('DATABASE_REPLICA_URL leads to a replica of another database.', `${address} ${UNUSED}`)
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await wait(PAUSE_MS)
    const { rows } = await client.query<{ has: boolean }>('select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as has', [
      here.rows[0]?.place,
    ])
    if (rows[0]?.has) return ok('The replica has what the database wrote a moment ago.')
  }
  const { rows } = await client.query<{ since: string | null }>(
    `select to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') as since`,
  )
  return warning(
    `The replica is behind: it has what was written until ${rows[0]?.since ?? 'some time ago'}.`,
    `Look at its log, at the network between the two, and at its recovery_min_apply_delay. ${UNUSED}`,
  )
}
