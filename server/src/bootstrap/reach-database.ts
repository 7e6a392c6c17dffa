import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { runningConnection } from '../embedded-postgres/supervisor.ts'
import { openDatabase, type OpenedDatabase } from './open-database.ts'

/** For the operator's commands: connects to the running product's database, or starts it for this command. */
export async function connectToRunningDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  if (config.databaseUrl === null) {
    const connection = runningConnection(config.dataDir)
    if (await isReachable(connection)) return { connection, pooled: null, replica: null, isFull: () => false, stop: async () => undefined }
  }
  const database = await openDatabase(config, log)
  await migrateDatabase(database.connection)
  return database
}

/** Whether a PostgreSQL listens there. */
export async function isReachable(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    // No listener: the product isn't running.
    return false
  }
}
