// A thread of a decoder's process. WebAssembly holds its thread until a picture is done, and the process has to watch its own memory meanwhile.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { sharp } from '../sharp.ts'
import { AppError } from '@ninesixteen/shared/errors'
import type { DecodeResult, ReencodeJob } from '../decode-job.ts'
import { answerTo, encodeFor } from '../reencode.ts'
import { openHeif, type HeifColours } from './decode-heif.ts'

/** The bytes of a profile, which the picture library has but gives with a picture only. */
async function profileOf(colours: HeifColours): Promise<Uint8Array | null> {
  if (colours !== 'p3') return colours?.profile ?? null
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
  return (await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()).icc ?? null
}

async function reencode(job: ReencodeJob): Promise<DecodeResult> {
  const file = job.source instanceof Uint8Array ? job.source : await readFile(job.source.file)
  const { hasAlpha, colours, decode } = openHeif(file)
  return encodeFor(job, decode(await profileOf(colours)), { hasAlpha, isLossless: false })
}

const answer = await answerTo(
  () => reencode(workerData as ReencodeJob),
  (cause) => new AppError('UPLOAD_HEIC', {}, { cause }),
)
parentPort?.postMessage(answer)
