import type { Tx } from '../db/db.ts'
import { mails } from '../db/schema-notifications.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from './mail.ts'
import { sendMailJob } from './mail-job.ts'

export interface NewMail<Data extends object> {
  jobs: Jobs
  /** The mail goes out exactly when this is committed. */
  tx: Tx
  /** Whose mail it is: it goes with their account. */
  userId: string
  mail: Mail<Data>
  data: Data
  /** An address that is not, or not yet, the account's. Without one it goes to the address the person has when it is sent. */
  to?: string
}

/** Orders a mail; its text is composed when it is sent. Gives back its id. */
export async function enqueueMail<Data extends object>({ jobs, tx, userId, mail, data, to }: NewMail<Data>): Promise<string> {
  const row = { userId, template: mail.name, data: mail.data.parse(data), ownAddress: to?.toLowerCase() ?? null }
  const [kept] = await tx.insert(mails).values(row).returning({ id: mails.id })
  if (!kept) throw new Error('The mail was not kept')
  await jobs.send(sendMailJob, { mailId: kept.id }, { tx, once: kept.id })
  return kept.id
}
