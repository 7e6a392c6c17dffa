// A process that decodes untrusted images, one at a time, and may die at any moment: its memory and CPU time are limited, and it has no
// access to the product.
import { Worker } from 'node:worker_threads'
import { sharp } from './sharp.ts'
import { AppError } from '@ninesixteen/shared/errors'
import { READY } from '../worker-pool/pool-worker.ts'
import { endBeyond, endWithParent } from '../worker-pool/process-limits.ts'
import type { DecodeResult, DecodeJob, DecodeReply, ReencodeJob } from './decode-job.ts'
import { encodeCover, encodeDamaged, encodeJob, encodeThumbnail, mapPhoto, withImageErrors } from './encode.ts'
import { decodeCost } from './decode-cost.ts'
import { formatOf, readHeader } from './read-header.ts'

const HEIF_WORKER = new URL('./heif/heif-worker.ts', import.meta.url)
/** Maximum resident memory for an image next to another one, and for one alone, in bytes. */
const [BESIDE_MAX, ALONE_MAX] = process.argv.slice(2).map(Number)
/**
 * Maximum CPU time per image, in microseconds. No image within the limits comes close, even on a slow machine; an image designed to be slow
 * is aborted. CPU time excludes waiting on a busy machine.
 */
const PROCESSOR_MAX = 10_000_000

// Two images of different users are decoded in parallel; more threads for one would only use more memory.
sharp.concurrency(1)

async function encode(job: DecodeJob): Promise<DecodeResult> {
  switch (job.kind) {
    case 'thumbnail':
      return { kind: 'rendition', bytes: await encodeThumbnail(job.source) }
    case 'cover':
      return { kind: 'rendition', bytes: await encodeCover(job.source) }
    case 'photo-map':
      return { kind: 'photo-map', text: await mapPhoto(job.source) }
    case 'picture':
    case 'upload':
      return reencode(job)
    default:
      throw new TypeError('Unknown job')
  }
}

async function reencode(job: ReencodeJob): Promise<DecodeResult> {
  const input = job.source instanceof Uint8Array ? job.source : job.source.file
  // Its real size comes after its header, and it has its own decoder.
  if ((await formatOf(input)) === 'heic') return job.isAlone ? reencodeHeif(job) : { kind: 'heavy' }
  const header = await readHeader(input)
  if (decodeCost(header) === 'heavy' && !job.isAlone) return { kind: 'heavy' }
  return encodeJob(job, input, header).catch((cause: unknown) => encodeDamaged(job, input, { header, cause }))
}

/** Decodes a HEIC file in a thread of its own: WebAssembly memory is only freed with its thread. */
function reencodeHeif(job: ReencodeJob): Promise<DecodeResult> {
  const worker = new Worker(HEIF_WORKER, { workerData: job })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('Worker thread exited')))
  })
}

process.on('message', (job: DecodeJob) => {
  const isAlone = 'isAlone' in job && job.isAlone
  const watch = endBeyond({ residentBytes: (isAlone ? ALONE_MAX : BESIDE_MAX) ?? 0, processorMicroseconds: PROCESSOR_MAX })
  void withImageErrors(
    () => encode(job),
    (cause) => new AppError('UPLOAD_NOT_IMAGE', {}, { cause }),
  ).then((done) => {
    clearInterval(watch)
    const reply: DecodeReply = { answer: done, residentBytes: process.memoryUsage.rss() }
    process.send?.(reply)
  })
})
process.send?.(READY)
endWithParent()
