import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { runCommand, withDatabase } from './command.ts'
import { copyTarget } from './copy-target.ts'
import { reportCopyProgress } from './report-progress.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

const USAGE = `Usage: npm run files
       npm run files -- adopt
       npm run files -- allow
       npm run files -- copy TO, where TO is a STORAGE_URL, folder for the one in DATA_DIR, or - to read it from standard input; without
         TO, COPY_TO or the file named by COPY_TO_FILE is used`

/**
 * The operator's command for the file store: shows its owner and orphaned files, adopts it, allows a large deletion, or copies it
 * elsewhere.
 */
async function main([action = 'status', ...rest]: string[]): Promise<void> {
  const [to, ...extra] = rest
  if (action === 'copy' && extra.length === 0) {
    const config = readInstanceConfig()
    return copy(config, await copyTarget(to, config))
  }
  if (!isAction(action) || rest.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  await withDatabase(config, async (db) => {
    const commands = await import('../storage/store/store-commands.ts')
    process.stdout.write(`${await commands[action](config, db)}\n`)
  })
}

/** Copies to another store while the product runs; the operator changes the setting afterwards. */
async function copy(config: Config, to: string | null): Promise<void> {
  if (to === null) throw new ConfigError(USAGE)
  await reportCopyProgress({ verb: 'copied', stopped: 'Stopped. Run the command again to continue.' }, ({ signal, onBytes, end }) =>
    withDatabase(config, async (db) => {
      const { copyStore } = await import('../backup/copy-store.ts')
      const { copied, existing } = await copyStore({ settings: config, db, to, signal, onBytes })
      end()
      process.stdout.write(`Copied: ${copied}. Already there: ${existing}.\n`)
      process.stdout.write('To move, stop the product, run this again, and start it with the new STORAGE_URL.\n')
    }),
  )
}

function isAction(word: string): word is 'status' | 'adopt' | 'allow' {
  return word === 'status' || word === 'adopt' || word === 'allow'
}

await runCommand(main)
// A store request that timed out may still hold a connection.
process.exit()
