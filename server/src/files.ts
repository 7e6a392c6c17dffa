import { ConfigError } from './config-error.ts'
import { runCommand, withDatabase } from './process/command.ts'
import { readInstanceConfig } from './process/instance.ts'

const USAGE = 'Usage: npm run files, npm run files -- adopt, or npm run files -- allow'

/** The operator's command: tells whose the file store is and what was set aside in it, takes the store over, or allows a large clearing. */
async function main([action = 'status', ...rest]: string[]): Promise<void> {
  if (!isAction(action) || rest.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  await withDatabase(config, async (db) => {
    const answers = await import('./storage/store/operate-store.ts')
    process.stdout.write(`${await answers[action](config, db)}\n`)
  })
}

function isAction(word: string): word is 'status' | 'adopt' | 'allow' {
  return word === 'status' || word === 'adopt' || word === 'allow'
}

await runCommand(main)
// A store that was given up waiting for may still hold a connection.
process.exit()
