import { ConfigError } from '../config-error.ts'
import { runCommand } from './command.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'
import { enableCompileCache } from '../bootstrap/compile-cache.ts'

const USAGE = 'Usage: npm run doctor'

const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** The operator's command that checks everything an instance needs, and says how to fix problems. */
async function main(words: string[]): Promise<void> {
  if (words.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  enableCompileCache()
  const { examine } = await import('../doctor/examine.ts')
  const { withoutSecrets } = await import('../doctor/secrets.ts')
  const clean = withoutSecrets(config)
  print(`${'ok'.padEnd(9)}${'settings'.padEnd(26)}Read from the environment and .env.`)
  const found = await examine(config, {
    onFinding: ({ name, finding: { state, message, fix } }) => {
      print(clean(`${state.padEnd(9)}${name.padEnd(26)}${message}`))
      if (fix !== undefined) print(clean(`${''.padEnd(35)}→ ${fix}`))
    },
  })
  const count = (state: string): number => found.filter(({ finding }) => finding.state === state).length
  print(`\n${count('wrong')} wrong, ${count('warning')} to check.`)
  process.exitCode = count('wrong') > 0 ? 1 : 0
}

await runCommand(main)
// A request that timed out may still hold a connection.
process.exit()
