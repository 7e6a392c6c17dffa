import { AppError } from '@ninesixteen/shared/errors'
import type { DecodeResult, ReencodeJob } from './decode-job.ts'
import { encodeImage, encodeThumbnail, type ImageTraits } from './encode.ts'

/** The image, and for an upload its thumbnail. */
export async function encodeJob(job: ReencodeJob, input: Uint8Array | string, nature: ImageTraits): Promise<DecodeResult> {
  const picture = await encodeImage(input, nature)
  if (job.kind === 'picture') return { kind: 'picture', picture }
  return { kind: 'upload', picture: { ...picture, thumbnail: await encodeThumbnail(picture.bytes) } }
}

/** Any error outside the table blames the image. */
export async function withImageErrors(work: () => Promise<DecodeResult>, errorOf: (cause: unknown) => AppError): Promise<DecodeResult> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof AppError ? error : errorOf(error)
    const reason = known.cause instanceof Error ? known.cause.message : known.message
    return { kind: 'refused', code: known.code, details: known.details, reason }
  }
}
