import pg from 'pg'
import { createLog } from '../telemetry/log.ts'
import type { Config } from '../config/config.ts'
import { openDatabase, type OpenedDatabase } from '../bootstrap/open-database.ts'
import { isReachable } from '../bootstrap/reach-database.ts'
import { isRunningIn } from '../embedded-postgres/instance-lock.ts'
import { runningConnection } from '../embedded-postgres/supervisor.ts'
import { addressChecks } from './address-checks.ts'
import { databaseChecks } from './database-checks.ts'
import { findingsOf, ok, warning, wrong, type Check, type Finding } from './finding.ts'
import { machineChecks } from './machine-checks.ts'
import { photoChecks } from './photo-checks.ts'
import { replicaCheck } from './replica-check.ts'
import { secretCheck } from './secret-check.ts'
import { get, outsideChecks, Unreached } from './outside-checks.ts'

export interface Examined {
  name: string
  finding: Finding
}

export interface Examination {
  /** Called for each finding in order. */
  onFinding(examined: Examined): void
  limitMs?: number
}

/** Checks every part of an instance, running or not, without changing anything. */
export async function examine(config: Config, { onFinding, limitMs }: Examination): Promise<Examined[]> {
  const all: Examined[] = []
  const note = (name: string, finding: Finding): void => {
    all.push({ name, finding })
    onFinding({ name, finding })
  }
  const run = async (checks: Check[]): Promise<void> => {
    // Runs in parallel, and reports in order.
    const found = checks.map((check) => findingsOf(check, limitMs))
    for (const [at, check] of checks.entries()) for (const finding of (await found[at]) ?? []) note(check.name, finding)
  }
  const isHere = await isListening(config)
  note('process', processFinding(config, isHere))
  const isRunning = isHere || (config.databaseUrl === null && isRunningIn(config.dataDir))

  const database = await reach(config).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  if (database instanceof Error)
    note('database', wrong(database.message, 'Check that it runs, and that address, user and password are right.'))
  const client = database instanceof Error ? null : database.client
  try {
    // Sequentially, since they share a connection.
    if (client)
      for (const check of [...databaseChecks(client, isRunning), secretCheck(config, client), ...replicaChecks(database)])
        await run([check])
    await run(machineChecks(config, client))
    await run([...outsideChecks(config), ...photoChecks(config), ...addressChecks(config, isHere)])
  } finally {
    if (!(database instanceof Error)) await database.end()
  }
  return all
}

async function isListening({ port }: Config): Promise<boolean> {
  try {
    return (await get(`http://127.0.0.1:${port}/healthz`, AbortSignal.timeout(8_000))).status === 200
  } catch (error) {
    if (error instanceof Unreached || (error instanceof Error && error.name === 'TimeoutError')) return false
    throw error
  }
}

function processFinding({ port, dataDir, databaseUrl }: Config, isHere: boolean): Finding {
  if (isHere) return ok(`The product responds on port ${port}.`)
  if (databaseUrl === null && isRunningIn(dataDir))
    return warning(
      `The product runs with the data in ${dataDir}, but doesn't respond on port ${port}.`,
      'Set PORT to the port that the product was started with.',
    )
  return warning(`The product doesn't respond on port ${port}.`, 'Start it, unless you stopped it on purpose.')
}

interface Reached {
  client: pg.Client
  /** With the options that row security needs. */
  replica: pg.ClientConfig | null
  end(): Promise<void>
}

const replicaChecks = (database: Reached | Error): Check[] =>
  database instanceof Error || database.replica === null ? [] : [replicaCheck(database.replica, database.client)]

/** Unlike a start, it runs no migrations. */
async function reach(config: Config): Promise<Reached> {
  const log = createLog('silent')
  const running = config.databaseUrl === null ? runningConnection(config.dataDir) : null
  const database: OpenedDatabase =
    running && (await isReachable(running))
      ? { connection: running, pooled: null, replica: null, isFull: () => false, stop: async () => undefined }
      : await openDatabase(config, log)
  const options = [database.connection.options, '-c app.system=on -c statement_timeout=8000'].filter(Boolean).join(' ')
  const client = new pg.Client({ ...database.connection, options, connectionTimeoutMillis: 8_000, query_timeout: 9_000 })
  // A query on a lost connection fails by itself.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await database.stop()
    throw error
  }
  return {
    client,
    replica: database.replica && { ...database.replica, options },
    end: async () => {
      await client.end()
      await database.stop()
    },
  }
}
