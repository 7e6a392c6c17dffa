import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Mails a user's unseen notifications of one cause. */
export const mailOfCauseJob = defineJob({
  name: 'mail-of-cause',
  data: z.object({ userId: z.string(), cause: z.string() }),
  retries: 10,
  retryAfter: 10,
  retryAfterAtMost: 600,
  seconds: 60,
  isOneOfKey: true,
})
