import type { Tx } from '../db/db.ts'
import { mails } from '../db/schema-notices.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { sendMailJob } from './mail-job.ts'
import type { MailTemplate } from './templates.ts'

export interface MailOrder {
  jobs: Jobs
  /** The mail goes out exactly when this is committed. */
  tx: Tx
  userId: string
  template: MailTemplate
}

/** Orders a mail to a person; its text is made by its template when it is sent. Gives back its id. */
export async function orderMail({ jobs, tx, userId, template }: MailOrder): Promise<string> {
  const [row] = await tx.insert(mails).values({ userId, template }).returning({ id: mails.id })
  if (!row) throw new Error('The mail was not kept')
  await jobs.send(sendMailJob, { mailId: row.id }, { tx, once: row.id })
  return row.id
}
