import type { FileVariant } from '@ninesixteen/shared/api/media'
import { fileUrl } from '../../api/file-urls.ts'
import { imagesOfSlide } from '../../painter/images.ts'
import type { ExportContent } from './export-job.ts'
import { keyOf, leaveOut, type Lost } from './without-photos.ts'

/** Whether a stored picture can be had now. The request is the one the painter makes a moment later; the browser then has it at hand. */
async function canBeHad(path: string, variant: FileVariant, signal: AbortSignal): Promise<boolean> {
  const url = await fileUrl(path, variant)
  if (url === null) return false
  try {
    const response = await fetch(url, { signal })
    // Read to its end, so that it stays at hand, and not kept here: originals of 35 photos are 150 MB.
    await response.body?.pipeTo(new WritableStream())
    return response.ok
  } catch (cause) {
    signal.throwIfAborted()
    console.info(`A picture could not be loaded (${path}).`, cause)
    return false
  }
}

/** Looks for every picture of an export. Null when all are there. */
export async function findLost(content: ExportContent, signal: AbortSignal): Promise<Lost | null> {
  const wanted = new Map<string, { path: string; variant: FileVariant }>()
  const photos = (content.photos ?? []).map((path) => ({ path, variant: 'cover' as const }))
  const ofSlides = content.slides.flatMap((slide) => imagesOfSlide(slide, content.scale))
  for (const one of [...ofSlides, ...photos]) wanted.set(keyOf(one.path, one.variant), one)
  const lost = await Promise.all(
    [...wanted].map(async ([key, { path, variant }]) => ((await canBeHad(path, variant, signal)) ? [] : [key])),
  )
  return leaveOut(content, new Set(lost.flat()))
}
