import { ConfigError } from '../config-error.ts'
import { runCommand, withDatabase } from './command.ts'
import { reportCopyProgress } from './report-progress.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

const STOPPED = 'Stopped. The previous backup is unchanged. Run the command again to continue.'

/** The operator's command for backups. Works whether or not the product runs. */
async function main([folder, ...rest]: string[]): Promise<void> {
  if (folder === undefined || rest.length > 0) throw new ConfigError('Usage: npm run backup -- FOLDER')
  const config = readInstanceConfig()
  await reportCopyProgress({ verb: 'copied', stopped: STOPPED }, ({ signal, onBytes, end }) =>
    withDatabase(config, async (db) => {
      const { createBackup: makeBackup } = await import('../backup/make-backup.ts')
      const { path, files, hasDatabase } = await makeBackup({ config, db, folder, signal, onBytes })
      end()
      const database = hasDatabase ? 'the database, ' : ''
      const copied = `${files.copied} new ${files.copied === 1 ? 'file' : 'files'}`
      process.stdout.write(`Backed up to ${path}: ${database}the secret and ${copied} in addition to ${files.existing} existing ones.\n`)
      if (!hasDatabase) process.stdout.write('The database of DATABASE_URL is not included. Back it up with pg_dump, see docs/backup.md.\n')
    }),
  )
}

await runCommand(main)
// A store request that timed out may still hold a connection.
process.exit()
