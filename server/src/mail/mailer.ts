import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { ComposedMail } from './compose.ts'
import { writeToOutbox, OUTBOX, removeFromOutbox } from './outbox.ts'
import { isAddressRefused, isAnswered, reasonOf } from './smtp-failure.ts'

/** Times of the mail server, in milliseconds. */
export interface MailTimeouts {
  /** For it to be there and to greet. */
  beginMs: number
  /** It may say nothing for so long. */
  silenceMs: number
  /** The end of a mail is held back for so long after all the rest went out. */
  heldBackMs: number
}

const PATIENCE: MailTimeouts = { beginMs: 10_000, silenceMs: 30_000, heldBackMs: 100 }
const HELD_BACK_STEPS = 5

export interface OutgoingMail extends ComposedMail {
  /** Its Message-ID: the same mail has the same one. */
  id: string
  to: string
}

/** What became of a mail: `again` says that it surely did not go out, `unsure` that nobody knows. */
export type SendResult = { became: 'sent'; where: string } | { became: 'again' | 'refused' | 'unsure'; reason: string }

export interface Mailer {
  /** Whether mails become files of this server in place of being sent. */
  isOutbox: boolean
  send(mail: OutgoingMail): Promise<SendResult>
  /** Removes what is kept of these mails here. */
  forget(ids: readonly string[]): Promise<void>
}

/**
 * A mail server takes a mail with the dot at its end. The dot is held back for a moment, in which a server that died of the mail, or on the way,
 * is noticed: what it surely did not take can then be sent again. In steps: a process that stood still for one of them still has the others.
 */
async function* withEndHeldBack(source: AsyncIterable<unknown>, { heldBackMs, onEnd }: { heldBackMs: number; onEnd(): void }) {
  yield* source
  for (let step = 0; step < HELD_BACK_STEPS; step += 1) await wait(heldBackMs / HELD_BACK_STEPS)
  onEnd()
}

/** The operator's mail server, or a folder of files where there is none. */
export function createMailer({ mail, publicUrl, dataDir }: Pick<Config, 'mail' | 'publicUrl' | 'dataDir'>, patience = PATIENCE): Mailer {
  const { smtpUrl, from } = mail
  const folder = join(dataDir, OUTBOX)
  // Also with a mail server: there may be mails from before it was set.
  const forget = (ids: readonly string[]): Promise<void> => removeFromOutbox(folder, ids)
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
    return {
      isOutbox: true,
      forget,
      async send(outgoing) {
        const { createTransport } = await import('nodemailer')
        const written = await createTransport({ streamTransport: true, buffer: true }).sendMail(message(outgoing))
        if (!Buffer.isBuffer(written.message)) throw new Error('The mail was not written in one piece')
        return { became: 'sent', where: await writeToOutbox(folder, { id: outgoing.id, bytes: written.message }) }
      },
    }
  }
  return {
    isOutbox: false,
    forget,
    async send(outgoing) {
      const { createTransport } = await import('nodemailer')
      const { beginMs, silenceMs, heldBackMs } = patience
      const times = { connectionTimeout: beginMs, greetingTimeout: beginMs, dnsTimeout: beginMs, socketTimeout: silenceMs }
      const transport = createTransport({ url: smtpUrl, ...times })
      let isOnItsWay = false
      // The library's own words do not tell the steps apart: what counts is whether the end of the mail was given away.
      transport.use('stream', ({ message: node }, done) => {
        const source = node.createReadStream()
        node.createReadStream = () => Readable.from(withEndHeldBack(source, { heldBackMs, onEnd: () => (isOnItsWay = true) }))
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
