import { ConfigError } from '../config-error.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { createLog } from '../log.ts'
import { quickenImports } from './quick-imports.ts'

/** Runs an operator's command with the words behind its name. What the operator can mend is said in a sentence, all else with its stack. */
export async function runCommand(main: (words: string[]) => Promise<void>): Promise<void> {
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Reaches the instance's database, whether the product runs or not, for as long as the work takes. */
export async function withDatabase(config: Config, work: (db: Db) => Promise<void>): Promise<void> {
  quickenImports()
  const { reachDatabase } = await import('./reach-database.ts')
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
