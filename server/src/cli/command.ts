import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { createLog } from '../telemetry/log.ts'
import { enableCompileCache } from '../bootstrap/compile-cache.ts'

/** Runs an operator's command with the words behind its name. What the operator can mend is said in a sentence, all else with its stack. */
export async function runCommand(main: (words: string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    const said = await sentenceOf(error)
    if (said === null) throw error
    process.stderr.write(`${said}\n`)
    process.exitCode = 1
  }
}

/** What the operator can mend: settings, a disk, a database that went away meanwhile. Null for a fault of the product. */
async function sentenceOf(error: unknown): Promise<string | null> {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return null
  if ('code' in error && error.code === 'ENOSPC') return `There is no room left: ${error.message}. Make room, and run the command again.`
  const { isConnectionLost, reasonOf } = await import('../db/database-error.ts')
  if (isConnectionLost(error)) return `The database cannot be reached any more: ${reasonOf(error)}. Run the command again when it can.`
  return 'syscall' in error ? `The command cannot go on: ${error.message}.` : null
}

/** Reaches the instance's database, whether the product runs or not, for as long as the work takes. */
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
