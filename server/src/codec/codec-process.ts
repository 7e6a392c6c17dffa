// A process that decodes pictures of others, one at a time, and that may be lost at any moment: its memory and time are bounded, and nothing of
// the product is in it.
import sharp from 'sharp'
import { AppError } from '@ninesixteen/shared/errors'
import { READY } from '../fair-work/station.ts'
import type { CodecAnswer, CodecJob, CodecReply, ReencodeJob } from './codec-job.ts'
import { encodeCover, encodePicture, encodeThumbnail } from './encode.ts'
import { weigh } from './picture-cost.ts'
import { readHeader } from './read-header.ts'

/** Most bytes that the whole process may take for a picture beside another one, and for one alone. */
const [BESIDE_MAX, ALONE_MAX] = process.argv.slice(2).map(Number)
/**
 * Most processor time for one picture, in microseconds. No picture within the limits takes nearly as long, also on a slow machine; one made to be
 * slow is given up. A busy machine is no fault of the picture.
 */
const PROCESSOR_MAX = 10_000_000
/** In this time a decoder that means ill touches 20 MB. */
const WATCH_MS = 10

// By default libvips remembers what it has computed, up to 50 MB: no upload is computed twice.
sharp.cache(false)
// Two pictures of different people are decoded side by side; threads for one of them would only hold more of it at a time.
sharp.concurrency(1)

async function encode(job: CodecJob): Promise<CodecAnswer> {
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

async function reencode(job: ReencodeJob): Promise<CodecAnswer> {
  const input = job.source instanceof Uint8Array ? job.source : job.source.file
  const header = await readHeader(input)
  if (weigh(header) === 'heavy' && !job.isAlone) return { kind: 'heavy' }
  const picture = await encodePicture(input, header.hasAlpha)
  if (job.kind === 'picture') return { kind: 'picture', picture }
  return { kind: 'upload', picture: { ...picture, thumbnail: await encodeThumbnail(picture.bytes) } }
}

async function answer(job: CodecJob): Promise<CodecAnswer> {
  try {
    return await encode(job)
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('UPLOAD_NOT_IMAGE', {}, { cause: error })
    const reason = known.cause instanceof Error ? known.cause.message : known.message
    return { kind: 'refused', code: known.code, details: known.details, reason }
  }
}

function endBeyond(bytes = 0): NodeJS.Timeout {
  const begun = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(begun)
    // Not an orderly end: that would wait for the decoder.
    if (process.memoryUsage.rss() > bytes || user + system > PROCESSOR_MAX) process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
}

process.on('message', (job: CodecJob) => {
  const isAlone = 'isAlone' in job && job.isAlone
  const watch = endBeyond(isAlone ? ALONE_MAX : BESIDE_MAX)
  void answer(job).then((done) => {
    clearInterval(watch)
    const reply: CodecReply = { answer: done, residentBytes: process.memoryUsage.rss() }
    process.send?.(reply)
  })
})
process.send?.(READY)
// The product's end is this one's. A Ctrl-C in the terminal reaches both, and is the product's affair.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
