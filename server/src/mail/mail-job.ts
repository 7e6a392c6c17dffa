import { z } from 'zod'
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
