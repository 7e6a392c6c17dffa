// A process that decodes pictures of others, one at a time, and that may be lost at any moment: its memory and time are bounded, and nothing of
// the product is in it.
import { sharp } from './sharp.ts'
import { AppError } from '@ninesixteen/shared/errors'
import { READY } from '../worker-pool/pool-worker.ts'
import type { DecodeResult, DecodeJob, DecodeReply, ReencodeJob } from './decode-job.ts'
import { encodeCover, encodeThumbnail } from './encode.ts'
import { reencodeHeif } from './heif/heif-thread.ts'
import { decodeCost } from './decode-cost.ts'
import { formatOf, readHeader } from './read-header.ts'
import { answerTo, encodeFor } from './reencode.ts'

/** Most bytes that the whole process may take for a picture beside another one, and for one alone. */
const [BESIDE_MAX, ALONE_MAX] = process.argv.slice(2).map(Number)
/**
 * Most processor time for one picture, in microseconds. No picture within the limits takes nearly as long, also on a slow machine; one made to be
 * slow is given up. A busy machine is no fault of the picture.
 */
const PROCESSOR_MAX = 10_000_000
/** In this time a decoder that means ill touches 20 MB. */
const WATCH_MS = 10

// Two pictures of different people are decoded side by side; threads for one of them would only hold more of it at a time.
sharp.concurrency(1)

async function encode(job: DecodeJob): Promise<DecodeResult> {
  switch (job.kind) {
    case 'thumbnail':
      return { kind: 'rendition', bytes: await encodeThumbnail(job.source) }
    case 'cover':
      return { kind: 'rendition', bytes: await encodeCover(job.source) }
    case 'picture':
    case 'upload':
      return reencode(job)
    default:
      throw new TypeError('Nobody knows such a job')
  }
}

async function reencode(job: ReencodeJob): Promise<DecodeResult> {
  const input = job.source instanceof Uint8Array ? job.source : job.source.file
  // Its size stands behind its header, and its decoder is not the others'.
  if ((await formatOf(input)) === 'heic') return job.isAlone ? reencodeHeif(job) : { kind: 'heavy' }
  const header = await readHeader(input)
  if (decodeCost(header) === 'heavy' && !job.isAlone) return { kind: 'heavy' }
  return encodeFor(job, input, header)
}

function endBeyond(bytes = 0): NodeJS.Timeout {
  const begun = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(begun)
    // Not an orderly end: that would wait for the decoder.
    if (process.memoryUsage.rss() > bytes || user + system > PROCESSOR_MAX) process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
}

process.on('message', (job: DecodeJob) => {
  const isAlone = 'isAlone' in job && job.isAlone
  const watch = endBeyond(isAlone ? ALONE_MAX : BESIDE_MAX)
  void answerTo(
    () => encode(job),
    (cause) => new AppError('UPLOAD_NOT_IMAGE', {}, { cause }),
  ).then((done) => {
    clearInterval(watch)
    const reply: DecodeReply = { answer: done, residentBytes: process.memoryUsage.rss() }
    process.send?.(reply)
  })
})
process.send?.(READY)
// The product's end is this one's. A Ctrl-C in the terminal reaches both, and is the product's affair.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
