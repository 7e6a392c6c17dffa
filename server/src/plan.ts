import { ConfigError } from './config-error.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'
import { quickenImports } from './process/quick-imports.ts'

const USAGE = 'Usage: npm run plan -- grant EMAIL ..., or npm run plan -- revoke EMAIL ...'

/** The operator's command: gives or takes the Pro plan of one account or several, while the product runs and while it does not. */
async function main([action, ...emails]: string[]): Promise<void> {
  if ((action !== 'grant' && action !== 'revoke') || emails.length === 0) throw new ConfigError(USAGE)
  const config = readConfig()
  const log = createLog('silent')

  quickenImports()
  const { setPlan } = await import('./db/set-plan.ts')
  const { reachDatabase } = await import('./process/reach-database.ts')
  const database = await reachDatabase(config, log)
  try {
    for (const email of emails) {
      if (!(await setPlan(database.connection, { email, isPro: action === 'grant' }, log))) {
        throw new ConfigError(`There is no account with the e-mail ${email}.`)
      }
      process.stdout.write(action === 'grant' ? `${email} has the Pro plan now.\n` : `${email} no longer has the Pro plan.\n`)
    }
  } finally {
    await database.stop()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
