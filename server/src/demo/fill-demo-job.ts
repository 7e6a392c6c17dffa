import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** Connects a demo to the sandbox's platforms and schedules its posts in the background. */
export const fillDemoJob = defineJob({
  name: 'furnish-demo',
  data: z.object({ userId: z.string() }),
  retries: 3,
  retryAfter: 2,
  seconds: 120,
  atOnce: 2,
  isOneOfKey: true,
})
