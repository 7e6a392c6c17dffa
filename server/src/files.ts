import { ConfigError } from './config-error.ts'
import { createLog } from './log.ts'
import { readInstanceConfig } from './process/instance.ts'
import { quickenImports } from './process/quick-imports.ts'

const USAGE = 'Usage: npm run files, npm run files -- adopt, or npm run files -- allow'

/** The operator's command: tells whose the file store is and what was set aside in it, takes the store over, or allows a large clearing. */
async function main([action = 'status', ...rest]: string[]): Promise<void> {
  if (!isAction(action) || rest.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  const log = createLog('silent')

  quickenImports()
  const { openDb } = await import('./db/db.ts')
  const { reachDatabase } = await import('./process/reach-database.ts')
  const answers = await import('./storage/store/operate-store.ts')
  const database = await reachDatabase(config, log)
  const db = openDb(database.connection, log)
  try {
    process.stdout.write(`${await answers[action](config, db)}\n`)
  } finally {
    await db.close()
    await database.stop()
  }
}

function isAction(word: string): word is 'status' | 'adopt' | 'allow' {
  return word === 'status' || word === 'adopt' || word === 'allow'
}

try {
  await main(process.argv.slice(2))
  // A store that was given up waiting for may still hold a connection.
  process.exit(0)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
