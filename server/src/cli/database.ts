import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { createLog } from '../telemetry/log.ts'
import type { CopyResult } from '../database-copy/copy-database.ts'
import { runCommand } from './command.ts'
import { copyTarget } from './copy-target.ts'
import { withProgress, type ProgressReporter } from './report-progress.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'
import { enableCompileCache } from '../bootstrap/compile-cache.ts'

const USAGE = `Usage: npm run database -- copy TO, where TO is a DATABASE_URL, private for the embedded database in DATA_DIR, or - to read it from
         standard input; without TO, COPY_TO or the file named by COPY_TO_FILE is used
       npm run database -- upgrade [PROGRAMS], where PROGRAMS is the folder with the PostgreSQL programs that wrote the embedded database`
const STOPPED = 'Stopped. Run the command again to continue.'

/**
 * The operator's command that copies the instance to another database, or upgrades the embedded one to a new major version of PostgreSQL.
 */
async function main([action, target, ...rest]: string[]): Promise<void> {
  if (rest.length > 0) throw new ConfigError(USAGE)
  if (action === 'copy') {
    const config = readInstanceConfig()
    const to = await copyTarget(target, config)
    if (to !== null) return copy(config, to)
  }
  if (action === 'upgrade') return upgrade(target ?? null)
  throw new ConfigError(USAGE)
}

async function copy(config: Config, to: string): Promise<void> {
  enableCompileCache()
  const { copyInstance, EMBEDDED: PRIVATE } = await import('../database-copy/copy-instance.ts')
  await withProgress(STOPPED, async (work) => {
    const moved = await copyInstance(config, to, followed(work))
    work.end()
    if (moved.equality === null) {
      process.stdout.write(`Copied: ${moved.copied} rows. The product is running, so there may be newer ones.\n`)
      process.stdout.write('To move, stop the product, wait a minute if it was killed, and run this again.\n')
      return
    }
    printResult(moved)
    const setting = to === PRIVATE ? 'without DATABASE_URL' : 'with that DATABASE_URL'
    process.stdout.write(
      `Start the product ${setting} and the same DATA_DIR, and never again on the old database: both would publish the same posts.\n`,
    )
  })
}

async function upgrade(programs: string | null): Promise<void> {
  const config = readInstanceConfig()
  enableCompileCache()
  const { upgradePostgres } = await import('../database-copy/copy-instance.ts')
  await withProgress(STOPPED, async (work) => {
    const moved = await upgradePostgres(config, programs, followed(work))
    work.end()
    printResult(moved)
    process.stdout.write(`Start the product. The old database is in ${moved.oldFolder}. Delete it once everything works.\n`)
  })
}

function followed({ signal, report }: ProgressReporter) {
  let rows = 0
  const onRows = (count: number): void => {
    rows += count
    report(`${rows} rows copied`)
  }
  return { signal, onRows, log: createLog('silent') }
}

function printResult({ copied, tables, equality }: CopyResult): void {
  process.stdout.write(
    `Copied: ${copied} rows. Both databases have the same ${equality?.rows ?? 0} rows in ${tables} tables, compared one by one.\n`,
  )
  process.stdout.write(`SHA-256 of all of them: ${equality?.sha256 ?? ''}\n`)
}

await runCommand(main)
process.exit()
