import { Worker } from 'node:worker_threads'
import { threadWorker } from '../worker-pool/pool-worker.ts'
import { createWorkerPool } from '../worker-pool/worker-pool.ts'

/** A job for a hashing thread. */
export type PasswordJob = { password: string; hash?: undefined } | { password: string; hash: string }

/** The new hash, or whether the password matches the given hash. */
export type PasswordReply = string | boolean

/** Hashes and verifies passwords; throws BUSY when the queue is full. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(input: { hash: string; password: string }): Promise<boolean>
}

interface PasswordBounds {
  /** Concurrent hashes. Each takes about 65 ms of a core, and 32 MB. */
  threads: number
  /** Length of the queue; further jobs are rejected. */
  waiting: number
  /** scrypt's N, a power of two; time and memory are proportional to it. Hashes of one cost don't verify with another. */
  cost?: number
}

const WORKER = new URL('./password-worker.ts', import.meta.url)
const IDLE_MS = 10_000
/** Much longer than a hash takes: its threads have low priority on a busy machine. */
const LIMIT_MS = 30_000
const BOUNDS: PasswordBounds = { threads: 2, waiting: 64 }
/** The accounts library's cost, which all stored hashes have. */
const COST = 16_384

/**
 * Hashing is the most expensive part of a sign-in by design. In Node's own thread pool of four it would block file, DNS and compression
 * work; here it has threads of its own, at a lower priority than work that users wait for.
 */
export function createPasswords({ threads, waiting, cost = COST }: PasswordBounds = BOUNDS): Passwords {
  const pool = createWorkerPool<PasswordJob, PasswordReply>({
    name: 'passwords',
    start: () => threadWorker(new Worker(WORKER, { workerData: cost })),
    size: threads,
    idleMs: IDLE_MS,
    limitMs: () => LIMIT_MS,
    // The routes of the accounts have already queued callers fairly.
    maxQueuedPerUser: Number.POSITIVE_INFINITY,
    maxQueued: waiting,
  })
  const run = (job: PasswordJob): Promise<PasswordReply> => pool.run(job, { userId: 'all' })
  return {
    hash: async (password) => String(await run({ password })),
    verify: async ({ hash, password }) => (await run({ hash, password })) === true,
  }
}

/** One for the process: it divides the machine's cores. */
export const passwords = createPasswords()
