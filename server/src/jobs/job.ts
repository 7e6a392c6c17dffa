import { z } from 'zod'
import { parseMessage } from '../process-message.ts'

/** Context of a running job. */
export interface JobRun {
  /** Aborted on shutdown, or when the job timed out and another process may take it. */
  signal: AbortSignal
  /** From 0. */
  attempt: number
}

/** A kind of background job. Jobs run at least once and must be idempotent. */
export interface Job<Data extends object = object> {
  /** Stored with every job: it must not change. */
  name: string
  /** Ids only: everyone with access to the database can read it. */
  data: z.ZodType<Data>
  /** Retries after a failure, and the delay before the first one in seconds, doubled each time. */
  retries: number
  retryAfter?: number
  retryAfterAtMost?: number
  /** Timeout, in seconds. */
  seconds: number
  /** Concurrent jobs per process, by default one. */
  atOnce?: number
  /** Whether only one job per key may be queued: further ones are dropped. */
  isOneOfKey?: boolean
  /** Schedule: a cron expression of five fields, in UTC. */
  every?: string
}

export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job
}

/** A scheduled job, which has no data. */
export function defineCron(name: string, every: string, limits: Partial<Job> = {}): Job {
  return { name, every, data: z.object({}), retries: 2, seconds: 600, ...limits }
}

/** A kind with its implementation. */
export interface Work extends Omit<Job, 'data'> {
  run(data: unknown, run: JobRun): Promise<void>
}

/** Scheduled jobs have no data. */
export function workFor<Data extends object>(job: Job<Data>, run: (data: Data, run: JobRun) => Promise<void>): Work {
  return { ...job, run: (data, context) => run(parseMessage(job.data, data ?? {}), context) }
}
