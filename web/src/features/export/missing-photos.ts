import type { FileVariant } from '@ninesixteen/shared/api/media'
import { fileUrl } from '../../api/file-urls.ts'
import { imagesOfSlide } from '../../painter/images.ts'
import type { ExportContent } from './export-job.ts'
import { keyOf, omitMissing, type Missing } from './without-photos.ts'

/** Whether a stored photo is available. Makes the painter's request early, so that the browser caches the response. */
async function isAvailable(path: string, variant: FileVariant, signal: AbortSignal): Promise<boolean> {
  const url = await fileUrl(path, variant)
  if (url === null) return false
  try {
    const response = await fetch(url, { signal })
    // Read completely for the cache, but streamed: the originals of 35 photos take 150 MB.
    await response.body?.pipeTo(new WritableStream())
    return response.ok
  } catch (cause) {
    signal.throwIfAborted()
    console.info(`Could not load a photo (${path}).`, cause)
    return false
  }
}

/** Checks every photo of an export. Null if none is missing. */
export async function findMissing(content: ExportContent, signal: AbortSignal): Promise<Missing | null> {
  const wanted = new Map<string, { path: string; variant: FileVariant }>()
  const photos = (content.photos ?? []).map((path) => ({ path, variant: 'cover' as const }))
  const ofSlides = content.slides.flatMap((slide) => imagesOfSlide(slide, content.scale))
  for (const one of [...ofSlides, ...photos]) wanted.set(keyOf(one.path, one.variant), one)
  const missing = await Promise.all(
    [...wanted].map(async ([key, { path, variant }]) => ((await isAvailable(path, variant, signal)) ? [] : [key])),
  )
  return omitMissing(content, new Set(missing.flat()))
}
