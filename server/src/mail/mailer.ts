import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../config.ts'
import type { ComposedMail } from './compose.ts'
import { keepInOutbox, OUTBOX } from './outbox.ts'
import { isAddressRefused, isAnswered, reasonOf } from './smtp-failure.ts'

/** Times of the mail server, in milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 }

export interface OutgoingMail extends ComposedMail {
  /** Its Message-ID: the same mail has the same one. */
  id: string
  to: string
}

/** What became of a mail: `again` says that it surely did not go out, `unsure` that nobody knows. */
export type Sending = { became: 'sent'; where: string } | { became: 'again' | 'refused' | 'unsure'; reason: string }

export interface Mailer {
  send(mail: OutgoingMail): Promise<Sending>
}

async function* readingOf(source: AsyncIterable<unknown>, begun: () => void): AsyncGenerator<unknown, void> {
  begun()
  yield* source
}

/** The operator's mail server, or a folder of files where there is none. */
export function createMailer({ mail, publicUrl, dataDir }: Pick<Config, 'mail' | 'publicUrl' | 'dataDir'>): Mailer {
  const { smtpUrl, from } = mail
  const host = new URL(publicUrl).hostname
  const message = ({ id, to, subject, text, html }: OutgoingMail): SendMailOptions => ({
    from,
    // As an object: a text would be read as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${host}>`,
    // So that nobody's holiday answers it.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  if (smtpUrl === null) {
    const folder = join(dataDir, OUTBOX)
    return {
      async send(outgoing) {
        const { createTransport } = await import('nodemailer')
        const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(message(outgoing))
        if (!Buffer.isBuffer(written.message)) throw new Error('The mail was not written in one piece')
        return { became: 'sent', where: await keepInOutbox(folder, { id: outgoing.id, bytes: written.message }) }
      },
    }
  }
  return {
    async send(outgoing) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url: smtpUrl, ...PATIENCE })
      let isOnItsWay = false
      // The mail itself is read when the server wants it and no sooner: the library's own words do not tell the steps apart.
      transport.use('stream', ({ message: node }, done) => {
        const source = node.createReadStream()
        node.createReadStream = () => Readable.from(readingOf(source, () => (isOnItsWay = true)))
        done()
      })
      try {
        await transport.sendMail(message(outgoing))
        return { became: 'sent', where: new URL(smtpUrl).host }
      } catch (error) {
        const reason = reasonOf(error)
        if (isAddressRefused(error)) return { became: 'refused', reason }
        return { became: isOnItsWay && !isAnswered(error) ? 'unsure' : 'again', reason }
      } finally {
        transport.close()
      }
    },
  }
}
