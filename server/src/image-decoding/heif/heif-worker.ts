// Thread of a decoder process. WebAssembly blocks its thread until an image is done, and the process must watch its memory meanwhile.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { sharp } from '../sharp.ts'
import { AppError } from '@ninesixteen/shared/errors'
import type { DecodeResult, ReencodeJob } from '../decode-job.ts'
import { withImageErrors, encodeJob } from '../encode.ts'
import { openHeif, type HeifColors } from './decode-heif.ts'

/** The bytes of a color profile, which the image library only provides as part of an image. */
async function profileOf(colors: HeifColors): Promise<Uint8Array | null> {
  if (colors !== 'p3') return colors?.profile ?? null
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  return (await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()).icc ?? null
}

async function reencode(job: ReencodeJob): Promise<DecodeResult> {
  const file = job.source instanceof Uint8Array ? job.source : await readFile(job.source.file)
  const { hasAlpha, colors, decode } = openHeif(file)
  return encodeJob(job, decode(await profileOf(colors)), { hasAlpha, isLossless: false })
}

const answer = await withImageErrors(
  () => reencode(workerData as ReencodeJob),
  (cause) => new AppError('UPLOAD_HEIC', {}, { cause }),
)
parentPort?.postMessage(answer)
