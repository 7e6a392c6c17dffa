import { ConfigError } from '../config-error.ts'
import { runCommand, withDatabase } from './command.ts'
import { withProgress } from './report-progress.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

/** Number of problems listed. */
const LISTED = 20

/** The operator's command that compares the database with the file store. */
async function main(words: string[]): Promise<void> {
  if (words.length > 0) throw new ConfigError('Usage: npm run verify')
  const config = readInstanceConfig()
  let seen = 0
  await withProgress('Stopped.', ({ signal, report, end }) =>
    withDatabase(config, async (db) => {
      const [{ openStore }, { verifyFiles }] = await Promise.all([
        import('../storage/store/open-store.ts'),
        import('../backup/verify-files.ts'),
      ])
      const onFile = () => report(`${(seen += 1)} files compared`)
      const { intact, hashed, wrong, unknown } = await verifyFiles(db, await openStore(config, db), { signal, onFile })
      end()
      const lines = [
        `${intact} of ${intact + wrong.length} files are intact; the content of ${hashed} was verified.`,
        ...wrong.slice(0, LISTED),
        ...(wrong.length > LISTED ? [`and ${wrong.length - LISTED} more`] : []),
        ...(unknown > 0 ? [`${unknown} files in the store have no row. They are deleted after seven days.`] : []),
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
      if (wrong.length > 0) process.exitCode = 1
    }),
  )
}

await runCommand(main)
process.exit()
