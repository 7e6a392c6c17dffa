import { z } from 'zod'
import { defineCron, defineJob } from '../jobs/job.ts'

/** Writes the next slots of a plan. */
export const planPostsJob = defineJob({
  name: 'plan-posts',
  data: z.object({ userId: z.string(), planId: z.uuid() }),
  retries: 5,
  retryAfter: 5,
  retryAfterAtMost: 300,
  seconds: 900,
  atOnce: 2,
  isOneOfKey: true,
})

/** Extends running plans, approves by silence, and reminds of waiting posts. */
export const followPlansJob = defineCron('follow-plans', '*/15 * * * *')
