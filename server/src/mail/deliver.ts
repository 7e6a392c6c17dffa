import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Tx, Db } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { mails } from '../db/schema-notifications.ts'
import { emit } from '../telemetry/telemetry.ts'
import { JobFailed } from '../jobs/do-job.ts'
import type { JobRun } from '../jobs/job.ts'
import type { Config } from '../config/config.ts'
import { composeMail, type MailContent } from './compose.ts'
import type { MailWork } from './mail.ts'
import { sendMailJob } from './mails.ts'
import type { Mailer, OutgoingMail } from './mailer.ts'

/** How long an address that was rejected gets no more mails. */
const REFUSED_FOR = '30 days'

type MailRow = typeof mails.$inferSelect

export interface MailDelivery {
  config: Pick<Config, 'publicUrl'>
  db: Db
  mailer: Mailer
  log: Logger
}

/**
 * Sends a mail at most once: stores the attempt before contacting the mail server. Retries what the server certainly didn't accept; an
 * interrupted mail isn't retried, because a duplicate is worse than none.
 */
export async function deliverMail(
  { config, db, mailer, log }: MailDelivery,
  kinds: readonly MailWork[],
  { mailId, attempt }: { mailId: string } & Pick<JobRun, 'attempt'>,
) {
  const outgoing = await db.asSystem((tx) => begin(tx, mailId, { kinds, publicUrl: config.publicUrl }))
  if (!outgoing) return
  const sending = await mailer.send(outgoing)
  const settle = async (values: Partial<MailRow>): Promise<void> => {
    const { rowCount } = await db.asSystem((tx) => tx.update(mails).set(values).where(eq(mails.id, mailId)))
    // The account was deleted during the delivery: remove the mail's file, too.
    if (rowCount === 0) await mailer.forget([mailId])
  }
  if (sending.became === 'sent') {
    emit('mail', { became: 'sent' })
    await settle({ state: 'sent', sentAt: new Date(), reason: null })
    return
  }
  const { became, reason } = sending
  const isLast = attempt >= sendMailJob.retries
  emit('mail', { became: became === 'again' && isLast ? 'dropped' : became })
  log.warn({ mail: mailId, reason, became }, 'Mail not sent')
  if (became !== 'again') {
    await settle({ state: became, reason })
    return
  }
  await settle({ state: isLast ? 'dropped' : 'waiting', reason })
  throw new JobFailed('MAIL_SERVER')
}

interface Texts {
  kinds: readonly MailWork[]
  publicUrl: string
}

/** Stores the attempt, and returns the mail; null if there is nothing to send. */
async function begin(tx: Tx, mailId: string, { kinds, publicUrl }: Texts): Promise<OutgoingMail | null> {
  const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update')
  if (!mail || (mail.state !== 'waiting' && mail.state !== 'sending')) return null
  const settle = async (values: Partial<MailRow>): Promise<null> => {
    await tx.update(mails).set(values).where(eq(mails.id, mailId))
    return null
  }
  if (mail.state === 'sending') return settle({ state: 'unsure', reason: 'The sending process ended.' })
  const address = await addressOf(tx, mail)
  if (address === null) return settle({ state: 'dropped', reason: 'The account is a demo with a made-up address.' })
  const kind = kinds.find(({ name }) => name === mail.template)
  if (!kind?.isAwaited && (await wasRefused(tx, mail, address)))
    return settle({ state: 'dropped', address, reason: 'The mail server rejects this address.' })
  const content = kind ? await contentOf(tx, kind, { mail, address }) : null
  if (!content) return settle({ state: 'dropped', reason: 'The mail is outdated.' })
  await settle({ state: 'sending', address, attempts: mail.attempts + 1 })
  return { id: mailId, to: address, ...composeMail(content, publicUrl) }
}

/** The mail's own address, or the user's current one; null for a demo. */
async function addressOf(tx: Tx, { ownAddress, userId }: MailRow): Promise<string | null> {
  if (ownAddress !== null) return ownAddress
  const [user] = await tx
    .select({ email: users.email, demo: demos.userId })
    .from(users)
    .leftJoin(demos, eq(demos.userId, users.id))
    .where(eq(users.id, userId))
  return user && user.demo === null ? user.email : null
}

async function contentOf(tx: Tx, kind: MailWork, { mail, address }: { mail: MailRow; address: string }): Promise<MailContent | null> {
  const { id, userId, data } = mail
  return kind.compose(tx, { id, userId, address, data })
}

async function wasRefused(tx: Tx, { userId, id }: MailRow, address: string): Promise<boolean> {
  const since = gt(mails.createdAt, sql`now() - ${REFUSED_FOR}::interval`)
  const [found] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.state, 'refused'), eq(mails.address, address), ne(mails.id, id), since))
    .limit(1)
  return found !== undefined
}
