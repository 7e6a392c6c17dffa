import type { z } from 'zod'

/** What is known of a job while it is done. */
export interface JobRun {
  /** Aborted when the process ends, or when the job took too long and is another's now. */
  signal: AbortSignal
  /** From 0. */
  attempt: number
}

/** A kind of background work. It may be done twice, after a crash: whatever it does has to bear that. */
export interface Job<Data extends object = object> {
  /** Kept in the database with every job: it stays as it is. */
  name: string
  /** Ids alone: whoever reads the database reads this. */
  data: z.ZodType<Data>
  /** Attempts after the first one that failed, and the seconds before the next, doubled each time. */
  retries: number
  retryAfter?: number
  retryAfterAtMost?: number
  /** Longest it may take, in seconds. */
  seconds: number
  /** How many of a process at a time; one when absent. */
  atOnce?: number
  /** Only one of the same key waits at a time: a further one is not kept. */
  isOneOfKey?: boolean
  /** Done by itself, by the clock of UTC: a cron expression of five fields. */
  every?: string
}

export function defineJob<Data extends object>(job: Job<Data>): Job<Data> {
  return job
}

/** A kind, and how it is done. */
export interface Work extends Omit<Job, 'data'> {
  run(data: unknown, run: JobRun): Promise<void>
}

/** What is done by the clock comes without data. */
export function doing<Data extends object>(job: Job<Data>, run: (data: Data, run: JobRun) => Promise<void>): Work {
  return { ...job, run: (data, known) => run(job.data.parse(data ?? {}), known) }
}
