import { and, eq, gt, ne, sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { demos, users } from '../db/schema.ts'
import { mails } from '../db/schema-notices.ts'
import { JobFailed } from '../jobs/do-job.ts'
import type { JobRun } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { composeMail, type MailContent } from './compose.ts'
import { sendMailJob } from './mail-job.ts'
import type { OutgoingMail } from './mailer.ts'
import { MAIL_TEMPLATES, type Templates } from './templates.ts'

/** How long an address that was refused gets nothing more. */
const REFUSED_FOR = '30 days'

type Mail = typeof mails.$inferSelect

/**
 * Sends a mail, at most once: that it is on its way is stored before the mail server hears of it. What the server surely did not take is tried
 * again; a mail that was cut off in the middle is left, because a second one is worse than none.
 */
export async function deliverMail(
  services: Services,
  templates: Templates,
  { mailId, attempt }: { mailId: string } & Pick<JobRun, 'attempt'>,
) {
  const { config, db, mailer, log } = services
  const outgoing = await db.asSystem((tx) => begin(tx, mailId, { templates, publicUrl: config.publicUrl }))
  if (!outgoing) return
  const sending = await mailer.send(outgoing)
  const settle = (values: Partial<Mail>) => db.asSystem((tx) => tx.update(mails).set(values).where(eq(mails.id, mailId)))
  if (sending.became === 'sent') {
    await settle({ state: 'sent', sentAt: new Date(), reason: null })
    return
  }
  const { became, reason } = sending
  const isLast = attempt >= sendMailJob.retries
  log.warn({ mail: mailId, reason, became }, 'a mail was not sent')
  if (became !== 'again') return void (await settle({ state: became, reason }))
  await settle({ state: isLast ? 'dropped' : 'waiting', reason })
  throw new JobFailed('MAIL_SERVER')
}

interface Texts {
  templates: Templates
  publicUrl: string
}

/** Stores that it is on its way, and gives back what to send; null where there is nothing to be sent. */
async function begin(tx: Tx, mailId: string, { templates, publicUrl }: Texts): Promise<OutgoingMail | null> {
  const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update')
  if (!mail || (mail.state !== 'waiting' && mail.state !== 'sending')) return null
  const settle = async (values: Partial<Mail>): Promise<null> => {
    await tx.update(mails).set(values).where(eq(mails.id, mailId))
    return null
  }
  if (mail.state === 'sending') return settle({ state: 'unsure', reason: 'The process that sent it ended.' })
  const [person] = await tx
    .select({ email: users.email, demo: demos.userId })
    .from(users)
    .leftJoin(demos, eq(demos.userId, users.id))
    .where(eq(users.id, mail.userId))
  if (!person || person.demo !== null) return settle({ state: 'dropped', reason: 'The account is a demo: its address is made up.' })
  const address = person.email
  if (await wasRefused(tx, mail, address)) return settle({ state: 'dropped', address, reason: 'The mail server refuses this address.' })
  const content = await contentOf(tx, templates, mail)
  if (!content) return settle({ state: 'dropped', reason: 'There is nothing left to say.' })
  await settle({ state: 'sending', address, attempts: mail.attempts + 1 })
  return { id: mailId, to: address, ...composeMail(content, publicUrl) }
}

async function contentOf(tx: Tx, templates: Templates, { template, id, userId }: Mail): Promise<MailContent | null> {
  const known = MAIL_TEMPLATES.find((name) => name === template)
  return known ? templates[known](tx, { id, userId }) : null
}

async function wasRefused(tx: Tx, { userId, id }: Mail, address: string): Promise<boolean> {
  const since = gt(mails.createdAt, sql`now() - ${REFUSED_FOR}::interval`)
  const [found] = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.state, 'refused'), eq(mails.address, address), ne(mails.id, id), since))
    .limit(1)
  return found !== undefined
}
