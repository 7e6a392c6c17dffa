import { randomUUID } from 'node:crypto'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { runCommand, withDatabase } from './command.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

const USAGE = 'Usage: npm run account -- codes-off EMAIL'

/** The operator's command for users who can't sign in any more. Works whether or not the product runs. */
async function main([action, email = '', ...rest]: string[]): Promise<void> {
  if (action !== 'codes-off' || email === '' || rest.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  let wereOn = false
  await withDatabase(config, async (db) => {
    const { accountOf } = await import('../billing/grant-plan.ts')
    const { turnCodesOff: takeCodesOff } = await import('../auth/second-factor/own-codes.ts')
    wereOn = await db.asSystem(async (tx) => {
      const userId = await accountOf(tx, email)
      if (userId === null) throw new ConfigError(`There is no account with the email ${email}.`)
      return takeCodesOff(tx, userId)
    })
  })
  if (!wereOn) return say(`Two-factor codes are already off for ${email}.`)
  say(`Two-factor codes are off for ${email}, and all sessions have ended. The password alone signs in.`)
  say(await notifyUser(config, email))
}

/** Sends directly rather than by a job, to report whether the user was notified. */
async function notifyUser(config: Config, to: string): Promise<string> {
  const { composeMail } = await import('../mail/compose.ts')
  const { createMailer } = await import('../mail/mailer.ts')
  const { codesOffContent } = await import('../auth/mails/account-mails.ts')
  const mail = composeMail(codesOffContent('The operator of this server turned them off.'), config.publicUrl)
  const sending = await createMailer(config).send({ id: randomUUID(), to, ...mail })
  return sending.became === 'sent' ? 'The user was notified by mail.' : `The user could not be notified: ${sending.reason}`
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

await runCommand(main)
