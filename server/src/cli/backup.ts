import { ConfigError } from '../config-error.ts'
import { runCommand, withDatabase } from './command.ts'
import { reportCopyProgress } from './report-progress.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

const STOPPED = 'Stopped. The backup before this one is as it was; run the command again to go on.'

/** The operator's command that copies the instance into a folder, while it runs and while it does not. */
async function main([folder, ...rest]: string[]): Promise<void> {
  if (folder === undefined || rest.length > 0) throw new ConfigError('Usage: npm run backup -- FOLDER')
  const config = readInstanceConfig()
  await reportCopyProgress({ verb: 'copied', stopped: STOPPED }, ({ signal, onBytes, end }) =>
    withDatabase(config, async (db) => {
      const { createBackup: makeBackup } = await import('../backup/make-backup.ts')
      const { path, pictures, hasDatabase } = await makeBackup({ config, db, folder, signal, onBytes })
      end()
      const database = hasDatabase ? 'the database, ' : ''
      const copied = `${pictures.copied} new ${pictures.copied === 1 ? 'picture' : 'pictures'}`
      process.stdout.write(`Backed up to ${path}: ${database}the secret and ${copied} beside ${pictures.kept} from before.\n`)
      if (!hasDatabase)
        process.stdout.write('The database of DATABASE_URL is not in it: back it up with pg_dump, as docs/backup.md says.\n')
    }),
  )
}

await runCommand(main)
// A store that was given up waiting for may still hold a connection.
process.exit()
