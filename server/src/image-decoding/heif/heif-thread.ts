import { Worker } from 'node:worker_threads'
import type { DecodeResult, ReencodeJob } from '../decode-job.ts'

const WORKER = new URL('./heif-worker.ts', import.meta.url)

/** Decodes a HEIC file in a thread of its own: WebAssembly memory is only freed with its thread. */
export function reencodeHeif(job: ReencodeJob): Promise<DecodeResult> {
  const worker = new Worker(WORKER, { workerData: job })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('Worker thread exited')))
  })
}
