import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { REVOKE_TIMEOUT_MS } from '../connections/accounts.ts'
import { withTimeout } from '../promises.ts'
import { composeMail, type MailContent } from '../mail/compose.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from 'pino'
import type { Mailer } from '../mail/mailer.ts'

/**
 * The last mail to a user who deleted their account. It bypasses the database, where none of their data may stay: one attempt, and none
 * where mails are files of this server. An unreachable mail server loses the mail, not the deletion.
 */
export async function sendFarewell({ mailer, config, log }: { mailer: Mailer; config: Config; log: Logger }, email: string): Promise<void> {
  if (mailer.isOutbox) return
  const content = composeMail(farewell(new Date()), config.publicUrl)
  const sending = mailer
    .send({ id: crypto.randomUUID(), to: email, ...content })
    .then((sent) => {
      if (sent.became !== 'sent') log.warn({ reason: sent.reason, became: sent.became }, 'Farewell mail not sent')
    })
    .catch((error: unknown) => log.warn({ err: error }, 'Farewell mail not sent'))
  await withTimeout(sending, REVOKE_TIMEOUT_MS, () => undefined)
}

function farewell(at: Date): MailContent {
  const moment = `${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC`
  return {
    subject: `Your account at ${PRODUCT_NAME} was deleted`,
    heading: 'Your account was deleted',
    paragraphs: [
      `Your account and everything in it was deleted on ${moment}. Scheduled posts are not published, and nothing more is charged.`,
      'Posts that are already on a platform stay there.',
    ],
    action: { label: 'See what we delete', href: '/data-deletion' },
    footer: 'This is the last email about this account. If you did not delete it, contact the operator of this server.',
  }
}
