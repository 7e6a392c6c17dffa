import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../config/config.ts'
import type { ComposedMail } from './compose.ts'
import { writeToOutbox, OUTBOX, removeFromOutbox } from './outbox.ts'
import { isAddressRefused, wasRejected, reasonOf } from './smtp-failure.ts'

/** Timeouts of the mail server, in milliseconds. */
export interface MailTimeouts {
  /** To connect and greet. */
  beginMs: number
  /** Longest silence. */
  silenceMs: number
  /** Delay of the end of a mail after its content was sent. */
  heldBackMs: number
}

const TIMEOUTS: MailTimeouts = { beginMs: 10_000, silenceMs: 30_000, heldBackMs: 100 }
const HELD_BACK_STEPS = 5

export interface OutgoingMail extends ComposedMail {
  /** The Message-ID, which is the same for retries. */
  id: string
  to: string
}

/** Outcome of an attempt: `again` if it certainly wasn't accepted, `unsure` if unknown. */
export type SendResult = { became: 'sent'; where: string } | { became: 'again' | 'refused' | 'unsure'; reason: string }

export interface Mailer {
  /** Whether mails become local files instead. */
  isOutbox: boolean
  send(mail: OutgoingMail): Promise<SendResult>
  /** Removes the stored files of these mails. */
  forget(ids: readonly string[]): Promise<void>
}

/**
 * A mail server accepts a mail with its final dot. Delays the dot for a moment, to notice a server that died before it: what it certainly
 * didn't accept can be sent again. Waits in steps, so that a suspended process still waits after it resumes.
 */
async function* withEndHeldBack(source: AsyncIterable<unknown>, { heldBackMs, onEnd }: { heldBackMs: number; onEnd(): void }) {
  yield* source
  for (let step = 0; step < HELD_BACK_STEPS; step += 1) await wait(heldBackMs / HELD_BACK_STEPS)
  onEnd()
}

/** The operator's mail server, or an outbox folder without one. */
export function createMailer({ mail, publicUrl, dataDir }: Pick<Config, 'mail' | 'publicUrl' | 'dataDir'>, timeouts = TIMEOUTS): Mailer {
  const { smtpUrl, from } = mail
  const folder = join(dataDir, OUTBOX)
  // Even with a mail server: there may be files from before it was configured.
  const forget = (ids: readonly string[]): Promise<void> => removeFromOutbox(folder, ids)
  const host = new URL(publicUrl).hostname
  const message = ({ id, to, subject, text, html }: OutgoingMail): SendMailOptions => ({
    from,
    // As an object: a string would be parsed as a list of addresses.
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${host}>`,
    // Suppresses automatic replies.
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
        if (!Buffer.isBuffer(written.message)) throw new Error('Mail content was interrupted')
        return { became: 'sent', where: await writeToOutbox(folder, { id: outgoing.id, bytes: written.message }) }
      },
    }
  }
  return {
    isOutbox: false,
    forget,
    async send(outgoing) {
      const { createTransport } = await import('nodemailer')
      const { beginMs, silenceMs, heldBackMs } = timeouts
      const times = { connectionTimeout: beginMs, greetingTimeout: beginMs, dnsTimeout: beginMs, socketTimeout: silenceMs }
      const transport = createTransport({ url: smtpUrl, ...times })
      let isSending = false
      // The library's errors don't name the step; it matters whether the final dot was sent.
      transport.use('stream', ({ message: node }, done) => {
        const source = node.createReadStream()
        node.createReadStream = () => Readable.from(withEndHeldBack(source, { heldBackMs, onEnd: () => (isSending = true) }))
        done()
      })
      try {
        await transport.sendMail(message(outgoing))
        return { became: 'sent', where: new URL(smtpUrl).host }
      } catch (error) {
        const reason = reasonOf(error)
        if (isAddressRefused(error)) return { became: 'refused', reason }
        return { became: isSending && !wasRejected(error) ? 'unsure' : 'again', reason }
      } finally {
        transport.close()
      }
    },
  }
}
