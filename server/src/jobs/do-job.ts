import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import { secondsSince, emit } from '../telemetry/telemetry.ts'
import type { JobRun, Work } from './job.ts'

/** What is kept of a failure beside the job: no words of others, which may hold what nobody should read. */
export class JobFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'JobFailed'
    delete this.stack
  }
}

/** Does a job. What failed is logged here, in full; what goes back to the queue is the kind of failure alone. */
export async function runJob(work: Work, { id, data, ...run }: JobRun & { id: string; data: unknown }, log: Logger): Promise<void> {
  const begun = performance.now()
  try {
    await work.run(data, run)
    emit('job', { job: work.name, outcome: 'done', seconds: secondsSince(begun) })
  } catch (error) {
    emit('job', { job: work.name, outcome: 'failed', seconds: secondsSince(begun) })
    const isTold = error instanceof JobFailed
    if (!isTold) log.warn({ err: error, job: work.name, id, attempt: run.attempt }, 'a background job failed')
    throw isTold ? error : new JobFailed(error instanceof AppError ? error.code : 'INTERNAL')
  }
}
