import { ConfigError } from '../config/config-error.ts'
import { runCommand, withDatabase } from './command.ts'
import { readInstanceConfig } from './running-instance.ts'

const USAGE = `Usage: npm run keys
       npm run keys -- seal`

/** The operator's command that counts encrypted values by secret, and re-encrypts them with the current one. */
async function main([action = 'status', ...rest]: string[]): Promise<void> {
  if ((action !== 'status' && action !== 'seal') || rest.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  await withDatabase(config, async (db) => {
    const { reencryptNow: sealNow, reportKeys: tellOfKeys } = await import('../secrets/key-commands.ts')
    if (action === 'seal') await sealNow(config, db)
    process.stdout.write(`${await tellOfKeys(config, db)}\n`)
  })
}

await runCommand(main)
