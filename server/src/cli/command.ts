import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { createLog } from '../telemetry/log.ts'
import { enableCompileCache } from '../bootstrap/compile-cache.ts'

/** Runs an operator's command with its arguments. Errors that the operator can fix print a sentence, others a stack trace. */
export async function runCommand(main: (words: string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    const message = await messageOf(error)
    if (message === null) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

/** The message of an error that the operator can fix: settings, disk, unreachable database. Null for a bug. */
async function messageOf(error: unknown): Promise<string | null> {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return null
  if ('code' in error && error.code === 'ENOSPC') return `Disk full: ${error.message}. Free up space and run the command again.`
  const { isConnectionLost, reasonOf } = await import('../db/database-error.ts')
  if (isConnectionLost(error)) return `Lost the connection to the database: ${reasonOf(error)}. Run the command again when it is back.`
  return 'syscall' in error ? `The command failed: ${error.message}.` : null
}

/** Connects to the instance's database for the duration of the work, whether or not the product runs. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  enableCompileCache()
  const { connectToRunningDatabase: reachDatabase } = await import('../bootstrap/reach-database.ts')
  const { openDb } = await import('../db/db.ts')
  const log = createLog('silent')
  const database = await reachDatabase(config, log)
  const db = openDb(database.connection, log)
  try {
    await work(db)
  } finally {
    await db.close()
    await database.stop()
  }
}
