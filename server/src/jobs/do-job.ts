import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import { secondsSince, emit } from '../telemetry/telemetry.ts'
import type { JobRun, Work } from './job.ts'

/** The stored failure of a job, without messages that may contain secrets. */
export class JobFailed extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'JobFailed'
    delete this.stack
  }
}

/** Runs a job. Logs a failure in full; the queue only stores its kind. */
export async function runJob(work: Work, { id, data, ...run }: JobRun & { id: string; data: unknown }, log: Logger): Promise<void> {
  const startedAt = performance.now()
  try {
    await work.run(data, run)
    emit('job', { job: work.name, outcome: 'done', seconds: secondsSince(startedAt) })
  } catch (error) {
    emit('job', { job: work.name, outcome: 'failed', seconds: secondsSince(startedAt) })
    const isLogged = error instanceof JobFailed
    if (!isLogged) log.warn({ err: error, job: work.name, id, attempt: run.attempt }, 'Background job failed')
    throw isLogged ? error : new JobFailed(error instanceof AppError ? error.code : 'INTERNAL')
  }
}
