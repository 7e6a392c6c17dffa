import { Worker } from 'node:worker_threads'
import { threadWorker } from '../worker-pool/pool-worker.ts'
import { createWorkerPool } from '../worker-pool/worker-pool.ts'
import type { PasswordJob, PasswordReply } from './password-job.ts'

/** Hashes and compares passwords; throws BUSY when too many wait for that. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

interface PasswordBounds {
  /** Hashed at once. A hash takes about 65 ms of a core, and 32 MB. */
  threads: number
  /** Waiting for it; what comes on top is refused. */
  waiting: number
  /** A power of two, to which time and memory of a hash are in proportion. What was hashed with one is opened with no other. */
  cost?: number
}

const WORKER = new URL('./password-worker.ts', import.meta.url)
const IDLE_MS = 10_000
/** Much longer than a hash takes: its threads come last on a busy machine. */
const LIMIT_MS = 30_000
const BOUNDS: PasswordBounds = { threads: 2, waiting: 64 }
/** The accounts library's own, in which all hashes stand. */
const COST = 16_384

/**
 * Hashing costs by design more than all the rest of a sign-in. In Node's own thread pool it would stand in front of every file, name and
 * packed answer, four at a time on however few cores; here it has threads of its own, of lower priority than whatever people wait for.
 */
export function createPasswords({ threads, waiting, cost = COST }: PasswordBounds = BOUNDS): Passwords {
  const pool = createWorkerPool<PasswordJob, PasswordReply>({
    name: 'passwords',
    start: () => threadWorker(new Worker(WORKER, { workerData: cost })),
    size: threads,
    idleMs: IDLE_MS,
    limitMs: () => LIMIT_MS,
    // Whose turn it is was decided before: see the routes of the accounts.
    waitingOfOne: Number.POSITIVE_INFINITY,
    waitingOfAll: waiting,
  })
  const ask = (job: PasswordJob): Promise<PasswordReply> => pool.run(job, { person: 'all' })
  return {
    hash: async (password) => String(await ask({ password })),
    verify: async ({ hash, password }) => (await ask({ hash, password })) === true,
  }
}

/** One for the process: what it shares out are the machine's cores. */
export const passwords = createPasswords()
