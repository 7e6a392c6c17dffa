import { ConfigError } from '../config-error.ts'
import { runCommand, withDatabase } from './command.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

const USAGE = `Usage: npm run plan -- grant EMAIL ...
       npm run plan -- revoke EMAIL ...
       npm run plan -- check
       npm run plan -- price AMOUNT --from DAY
       npm run plan -- payments
       npm run plan -- assign CUSTOMER EMAIL`

/** Number of arguments of each action. */
const WORDS: Record<string, [min: number, max: number]> = {
  grant: [1, Number.POSITIVE_INFINITY],
  revoke: [1, Number.POSITIVE_INFINITY],
  check: [0, 0],
  price: [3, 3],
  payments: [0, 0],
  assign: [2, 2],
}

/** The operator's command for plans and payments. Works whether or not the product runs. */
async function main([action = '', ...words]: string[]): Promise<void> {
  const [min, max] = (Object.hasOwn(WORDS, action) && WORDS[action]) || [1, 0]
  if (words.length < min || words.length > max) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  await withDatabase(config, async (db) => {
    const commands = await import('../billing/plan-commands.ts')
    const context = { config, db, print: (line: string) => void process.stdout.write(`${line}\n`) }
    if (action === 'grant' || action === 'revoke') await commands.grant(context, words, action === 'grant')
    if (action === 'check') await commands.check(context)
    if (action === 'price') await commands.changePrice(context, words)
    if (action === 'payments') await commands.listPayments(context)
    if (action === 'assign') await commands.assign(context, words)
  })
}

await runCommand(main)
