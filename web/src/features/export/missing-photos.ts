import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../api/file-urls.ts'
import { picturesOfSlide } from '../../painter/pictures.ts'

/** Whether a stored picture can be had. A network that fails or a link that ended is an error: then nobody knows. */
async function isThere(path: string, variant: 'original' | 'thumbnail' | 'cover', signal: AbortSignal): Promise<boolean> {
  const url = await fileUrl(path, variant)
  if (url === null) return false
  // The same request the painter makes a moment later; the browser then has it at hand.
  const response = await fetch(url, { signal })
  await response.arrayBuffer()
  if (response.status === 404) return false
  if (!response.ok) throw new Error(`A picture could not be loaded: ${response.status}`)
  return true
}

/** Numbers, counted from 1, of the slides with a picture that is gone. */
export async function slidesWithMissingPhotos(slides: readonly Slide[], signal: AbortSignal): Promise<number[]> {
  const known = new Map<string, Promise<boolean>>()
  const check = (path: string, variant: 'original' | 'thumbnail' | 'cover'): Promise<boolean> => {
    const key = `${variant} ${path}`
    const pending = known.get(key) ?? isThere(path, variant, signal)
    known.set(key, pending)
    return pending
  }
  const whole = await Promise.all(
    slides.map(async (slide) =>
      (await Promise.all(picturesOfSlide(slide).map(({ path, variant }) => check(path, variant)))).every(Boolean),
    ),
  )
  return whole.flatMap((there, index) => (there ? [] : [index + 1]))
}
