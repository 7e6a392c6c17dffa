import { z } from 'zod'
import type { Tx } from '../db/db.ts'
import { mails } from '../db/schema-notifications.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { parseMessage } from '../process-message.ts'
import type { Mail } from './mail.ts'
import { defineJob } from '../jobs/job.ts'

/** Sends a mail. Retries an unreachable mail server for more than half a day. */
export const sendMailJob = defineJob({
  name: 'send-mail',
  data: z.object({ mailId: z.uuid() }),
  retries: 20,
  retryAfter: 15,
  retryAfterAtMost: 60 * 60,
  seconds: 120,
  atOnce: 2,
})

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
  const row = { userId, template: mail.name, data: parseMessage(mail.data, data), ownAddress: to?.toLowerCase() ?? null }
  const [stored] = await tx.insert(mails).values(row).returning({ id: mails.id })
  if (!stored) throw new Error('Mail not stored')
  await jobs.send(sendMailJob, { mailId: stored.id }, { tx, idempotencyKey: stored.id })
  return stored.id
}
