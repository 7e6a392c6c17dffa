import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { ConfigError } from '../config-error.ts'
import { composeMail } from '../mail/compose.ts'
import { createMailer } from '../mail/mailer.ts'
import { runCommand } from './command.ts'
import { readInstanceSettings } from '../bootstrap/running-instance.ts'

const USAGE = 'Usage: npm run mail -- test ADDRESS'

/** The operator's command that sends a test mail the way the product does, and prints the mail server's response. */
async function main([action, to = '', ...rest]: string[]): Promise<void> {
  if (action !== 'test' || rest.length > 0 || !z.email().safeParse(to).success) throw new ConfigError(USAGE)
  const config = readInstanceSettings()
  const content = {
    subject: `Test mail from ${PRODUCT_NAME}`,
    heading: 'Mail works',
    paragraphs: ['This is what notifications look like. No action is needed.'],
    action: { label: `Open ${PRODUCT_NAME}`, href: '/' },
    footer: `Sent by the operator of ${config.publicUrl} to test the mail settings.`,
  }
  const sending = await createMailer(config).send({ id: randomUUID(), to, ...composeMail(content, config.publicUrl) })
  if (sending.became !== 'sent') throw new ConfigError(`The mail was not sent: ${sending.reason}`)
  const output =
    config.mail.smtpUrl === null
      ? `SMTP_URL is not set: the mail is in ${sending.where}`
      : `The mail server ${sending.where} accepted the mail`
  process.stdout.write(`${output}.\n`)
}

await runCommand(main)
