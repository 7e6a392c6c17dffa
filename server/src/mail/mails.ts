import type { Tx } from '../db/db.ts'
import { mails } from '../db/schema-notifications.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from './mail.ts'
import { sendMailJob } from './mail-job.ts'

export interface NewMail<Data extends object> {
  jobs: Jobs
  /** The mail is sent exactly if this transaction commits. */
  tx: Tx
  /** The mail's user: it is deleted with their account. */
  userId: string
  mail: Mail<Data>
  data: Data
  /** An address other than the account's. By default the account's address at the time of sending. */
  to?: string
}

/** Queues a mail, which is rendered when it is sent; returns its id. */
export async function enqueueMail<Data extends object>({ jobs, tx, userId, mail, data, to }: NewMail<Data>): Promise<string> {
  const row = { userId, template: mail.name, data: mail.data.parse(data), ownAddress: to?.toLowerCase() ?? null }
  const [kept] = await tx.insert(mails).values(row).returning({ id: mails.id })
  if (!kept) throw new Error('Mail not stored')
  await jobs.send(sendMailJob, { mailId: kept.id }, { tx, idempotencyKey: kept.id })
  return kept.id
}
