import { randomUUID } from 'node:crypto'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config/config.ts'
import { KEY_USAGE, runKeyCommand } from './api-key-commands.ts'
import { runCommand, withDatabase } from './command.ts'
import { readInstanceConfig } from '../bootstrap/running-instance.ts'

const USAGE = `Usage: npm run account -- codes-off EMAIL\n${KEY_USAGE}`

const KEY_ACTIONS: readonly string[] = ['keys', 'key-create', 'key-revoke']

/** The operator's commands for accounts. They work whether or not the product runs. */
async function main(words: string[]): Promise<void> {
  const [action = ''] = words
  return KEY_ACTIONS.includes(action) ? manageKeys(words) : turnCodesOff(words)
}

async function manageKeys(words: string[]): Promise<void> {
  await withDatabase(readInstanceConfig(), async (db) => {
    const output = await runKeyCommand(db, words)
    if (output === null) throw new ConfigError(USAGE)
    print(output)
  })
}

/** For a user who can't sign in any more. */
async function turnCodesOff([action, email = '', ...rest]: string[]): Promise<void> {
  if (action !== 'codes-off' || email === '' || rest.length > 0) throw new ConfigError(USAGE)
  const config = readInstanceConfig()
  let wereOn = false
  await withDatabase(config, async (db) => {
    const { accountOf } = await import('../billing/grant-plan.ts')
    const { turnCodesOff: disableCodes } = await import('../auth/second-factor/own-codes.ts')
    wereOn = await db.asSystem(async (tx) => {
      const userId = await accountOf(tx, email)
      if (userId === null) throw new ConfigError(`There is no account with the email ${email}.`)
      return disableCodes(tx, userId)
    })
  })
  if (!wereOn) return print(`Two-factor codes are already off for ${email}.`)
  print(`Two-factor codes are off for ${email}, and all sessions have ended. The password alone signs in.`)
  print(await notifyUser(config, email))
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

const print = (line: string): void => void process.stdout.write(`${line}\n`)

await runCommand(main)
