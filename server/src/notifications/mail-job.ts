import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Puts what a person was told of one cause, and has not seen yet, into a mail. */
export const mailOfCauseJob = defineJob({
  name: 'mail-of-cause',
  data: z.object({ userId: z.string(), cause: z.string() }),
  retries: 10,
  retryAfter: 10,
  retryAfterAtMost: 600,
  seconds: 60,
  isOneOfKey: true,
})
