import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Hands a mail to the mail server. One that is away is tried again for more than half a day. */
export const sendMailJob = defineJob({
  name: 'send-mail',
  data: z.object({ mailId: z.uuid() }),
  retries: 20,
  retryAfter: 15,
  retryAfterAtMost: 60 * 60,
  seconds: 120,
  atOnce: 2,
})
