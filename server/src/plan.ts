import { ConfigError } from './config-error.ts'
import { createLog } from './log.ts'
import { readInstanceConfig } from './process/instance.ts'
import { quickenImports } from './process/quick-imports.ts'

const USAGE = `Usage: npm run plan -- grant EMAIL ...
       npm run plan -- revoke EMAIL ...
       npm run plan -- check
       npm run plan -- price AMOUNT --from DAY
       npm run plan -- payments
       npm run plan -- assign CUSTOMER EMAIL`

/** How many words follow each action. */
const WORDS: Record<string, [least: number, most: number]> = {
  grant: [1, Number.POSITIVE_INFINITY],
  revoke: [1, Number.POSITIVE_INFINITY],
  check: [0, 0],
  price: [3, 3],
  payments: [0, 0],
  assign: [2, 2],
}

/** The operator's command about plans and payments, while the product runs and while it does not. */
async function main([action = '', ...words]: string[]): Promise<void> {
  const [least, most] = (Object.hasOwn(WORDS, action) && WORDS[action]) || [1, 0]
  if (words.length < least || words.length > most) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  const log = createLog('silent')

  quickenImports()
  const { reachDatabase } = await import('./process/reach-database.ts')
  const { openDb } = await import('./db/db.ts')
  const commands = await import('./billing/plan-commands.ts')
  const database = await reachDatabase(config, log)
  const db = openDb(database.connection, log)
  const desk = { config, db, say: (line: string) => void process.stdout.write(`${line}\n`) }
  try {
    if (action === 'grant' || action === 'revoke') await commands.grant(desk, words, action === 'grant')
    if (action === 'check') await commands.check(desk)
    if (action === 'price') await commands.changePrice(desk, words)
    if (action === 'payments') await commands.listPayments(desk)
    if (action === 'assign') await commands.assign(desk, words)
  } finally {
    await db.close()
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
