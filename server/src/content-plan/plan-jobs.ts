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

/** An approval that no process has continued for this long is left to the job, in seconds. */
export const ABANDONED_SECONDS = 10

/** Completes approvals whose process died. */
export const completeApprovalsJob = defineJob({
  name: 'complete-plan-approvals',
  data: z.object({ planId: z.uuid() }),
  retries: 5,
  retryAfter: 5,
  retryAfterAtMost: 300,
  seconds: 900,
  isOneOfKey: true,
})

/** Extends running plans, approves by silence, and reminds of waiting posts. */
export const followPlansJob = defineCron('follow-plans', '*/15 * * * *')
