import { fork } from 'node:child_process'
import { AppError } from '@ninesixteen/shared/errors'
import type { QueuedTask } from '../fair-queue/fair-queue.ts'
import { processWorker } from '../worker-pool/pool-worker.ts'
import { createWorkerPool, WorkerLost } from '../worker-pool/worker-pool.ts'
import type { CheckedFont, CheckJob, CheckReply } from './check-job.ts'

export type { CheckedFont } from './check-job.ts'

/** Checks uploaded fonts in a separate process, one at a time. */
export interface FontChecker {
  /** Rebuilds the font in this file. Throws the FONT_ errors of the table. */
  check(file: string, turn: Pick<QueuedTask, 'userId' | 'signal'>): Promise<CheckedFont>
  /** Throws RATE_LIMITED or BUSY if a font of this user would be rejected now. */
  requireCapacity(userId: string): void
  close(): Promise<void>
}

const PROCESS = new URL('./check-process.ts', import.meta.url)
const IDLE_MS = 10_000
/** The process kills itself after 15 seconds of CPU time; this is for one that hangs, or on an overloaded machine. */
const LIMIT_MS = 45_000
/** Fonts are uploaded a few at a time. */
const WAITING = { maxQueuedPerUser: 10, maxQueued: 100 }

/** An empty environment, so that a compromised process finds no secrets. */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=128']
const ENVIRONMENT = { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' }

export function createFontChecker({ limitMs = LIMIT_MS } = {}): FontChecker {
  const pool = createWorkerPool<CheckJob, CheckReply>({
    name: 'fonts',
    start: () => {
      const stdio: ['ignore', 'ignore', 'ignore', 'ipc'] = ['ignore', 'ignore', 'ignore', 'ipc']
      return processWorker<CheckJob, CheckReply>(fork(PROCESS, { serialization: 'advanced', execArgv: FLAGS, env: ENVIRONMENT, stdio }))
    },
    size: 1,
    idleMs: IDLE_MS,
    limitMs: () => limitMs,
    ...WAITING,
  })

  return {
    async check(file, turn) {
      const reply = await pool.run({ file }, turn).catch((error: unknown) => {
        // The process died of this font, or was killed because of it.
        const isItsFault = error instanceof WorkerLost && error.how !== 'closed'
        throw isItsFault ? new AppError('FONT_TOO_COMPLEX', {}, { cause: error }) : error
      })
      if ('refused' in reply) throw new AppError(reply.refused, {}, { cause: new Error(reply.reason) })
      return reply.font
    },
    requireCapacity: (userId) => pool.requireCapacity(userId),
    close: () => pool.close(),
  }
}
