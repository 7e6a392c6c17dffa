import { ConfigError } from './config-error.ts'
import { runCommand, withDatabase } from './process/command.ts'
import { followWork } from './process/follow-work.ts'
import { readInstanceConfig } from './process/instance.ts'

/** The operator's command that copies the instance into a folder, while it runs and while it does not. */
async function main([folder, ...rest]: string[]): Promise<void> {
  if (folder === undefined || rest.length > 0) throw new ConfigError('Usage: npm run backup -- FOLDER')
  const config = readInstanceConfig()
  const work = followWork()
  let bytes = 0
  const onBytes = (more: number) => {
    bytes += more
    work.tell(`${Math.round(bytes / 1e6)} MB copied`)
  }
  try {
    await withDatabase(config, async (db) => {
      const { makeBackup } = await import('./backup/make-backup.ts')
      const { path, pictures, hasDatabase } = await makeBackup({ config, db, folder, signal: work.signal, onBytes })
      work.end()
      const database = hasDatabase ? 'the database, ' : ''
      process.stdout.write(
        `Backed up to ${path}: ${database}the secret and ${pictures.copied} new ${pictures.copied === 1 ? 'picture' : 'pictures'} beside ${pictures.kept} from before.\n`,
      )
      if (!hasDatabase) process.stdout.write('The database of DATABASE_URL is not in it: back it up with pg_dump, as the README says.\n')
    })
  } catch (error) {
    if (!work.signal.aborted) throw error
    throw new ConfigError('Stopped. The backup before this one is as it was; run the command again to go on.', { cause: error })
  } finally {
    work.end()
  }
}

await runCommand(main)
// A store that was given up waiting for may still hold a connection.
process.exit()
