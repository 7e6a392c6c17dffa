// A process that checks untrusted fonts, one at a time, and may die at any moment: its memory and CPU time are limited, and it has no access to the
// product.
import { Worker } from 'node:worker_threads'
import { READY } from '../worker-pool/pool-worker.ts'
import { endBeyond, endWithParent } from '../worker-pool/process-limits.ts'
import type { CheckJob, CheckReply } from './check-job.ts'

const THREAD = new URL('./check-thread.ts', import.meta.url)
/** 60 MB of it are in use before any font. The largest fonts take 180 MB and two seconds. */
const LIMITS = { residentBytes: 320 * 1024 * 1024, processorMicroseconds: 15_000_000 }

function check(job: CheckJob): Promise<CheckReply> {
  const worker = new Worker(THREAD, { workerData: job })
  return new Promise((resolve) => {
    const end = (error: unknown): void => resolve({ refused: 'FONT_INVALID', reason: String(error) })
    worker.once('message', resolve)
    worker.once('error', end)
    worker.once('exit', () => end('Worker thread exited'))
  })
}

process.on('message', (job: CheckJob) => {
  const watch = endBeyond(LIMITS)
  void check(job).then((reply) => {
    clearInterval(watch)
    process.send?.(reply)
  })
})
process.send?.(READY)
endWithParent()
