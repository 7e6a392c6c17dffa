import { ConfigError } from '../config-error.ts'
import { runCommand, withDatabase } from './command.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

const USAGE = `Usage: npm run keys
       npm run keys -- seal`

/** The operator's command that counts encrypted values by secret, and re-encrypts them with the current one. */
async function main([action = 'status', ...rest]: string[]): Promise<void> {
  if ((action !== 'status' && action !== 'seal') || rest.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  await withDatabase(config, async (db) => {
    const { reencryptNow, reportKeys } = await import('../secrets/key-commands.ts')
    const { encryptedColumnSets } = await import('../bootstrap/encrypted-columns.ts')
    if (action === 'seal') await reencryptNow(config, db, encryptedColumnSets)
    process.stdout.write(`${await reportKeys(config, db, encryptedColumnSets)}\n`)
  })
}

await runCommand(main)
