import type { FileVariant } from '@ninesixteen/shared/api/media'
import { needsOriginal } from '@ninesixteen/shared/scene/background'
import type { ImageSource } from '@ninesixteen/shared/scene/compose'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import type { Premultiplied } from '@ninesixteen/shared/scene/resample'
import { uploadedFontsOf } from '@ninesixteen/shared/slide/fonts'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { ExportScale } from './export-messages.ts'
import type { ReadImage } from './decode-image.ts'

/** URL of a stored image; null if it does not exist. URLs may change, but a path never refers to another image. */
export type ResolveUrl = (path: string, variant: FileVariant) => Promise<string | null>

/** Workers draw each slide once and rarely need an image again; the page draws slides repeatedly. */
const IN_WORKER = typeof document === 'undefined'
/** Cached photos, 8 MB each, and images of boxes, mostly smaller. */
const PHOTOS_KEPT = IN_WORKER ? 3 : 12
const IMAGES_CACHED = IN_WORKER ? 6 : 48

/** A least-recently-used cache. */
class RecentMap<T> {
  readonly #entries = new Map<string, T>()

  get(key: string): T | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  set(key: string, value: T): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }

  /** Drops the least recently used values beyond the limit. */
  trim(limit: number): void {
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= limit) break
      this.#entries.delete(oldest)
    }
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }
}

/** Rendition of a slide's photo: at double size, the cover has too few pixels. */
export function photoVariant(slide: Pick<Slide, 'photoPlacement'>, scale: ExportScale): 'cover' | 'original' {
  return scale === 1 && !needsOriginal(slide) ? 'cover' : 'original'
}

/** The stored images of a slide, each with its rendition. */
export function imagesOfSlide(slide: Slide, scale: ExportScale = 1): { path: string; variant: FileVariant }[] {
  const originals = [...slide.imageBoxes.map((box) => box.imageUrl), ...(slide.logoImage === null ? [] : [slide.logoImage])]
  const photos = slide.backgroundImage === null ? [] : [{ path: slide.backgroundImage, variant: photoVariant(slide, scale) }]
  const rest = new Set(originals.filter((path) => !photos.some((photo) => photo.path === path && photo.variant === 'original')))
  return [...photos, ...[...rest].map((path) => ({ path, variant: 'original' as const }))]
}

/** Everything that a thread without a session fetches for a slide: its images, and its uploaded fonts. */
export function filesOfSlide(slide: Slide, scale: ExportScale = 1): { path: string; variant: FileVariant }[] {
  return [...imagesOfSlide(slide, scale), ...uploadedFontsOf(slide).map((path) => ({ path, variant: 'original' as const }))]
}

export interface ImageCache extends ImageSource {
  /** True once every image of the slide is loaded or known to be missing. */
  covers(slide: Slide): boolean
  load(slide: Slide, resolveUrl: ResolveUrl): Promise<void>
}

export function createImageCache(read: ReadImage): ImageCache {
  const photos = new RecentMap<{ image: PixelImage | null }>()
  const pictures = new RecentMap<{ image: Premultiplied | null }>()
  const loading = new Map<string, Promise<void>>()

  const cacheOf = (variant: FileVariant) => (variant === 'cover' ? photos : pictures)

  async function loadOne(path: string, variant: FileVariant, resolveUrl: ResolveUrl): Promise<void> {
    const url = await resolveUrl(path, variant)
    if (variant === 'cover') photos.set(path, { image: url === null ? null : await read(url, 'photo') })
    else pictures.set(path, { image: url === null ? null : await read(url, 'prepared') })
  }

  return {
    photo: (path) => photos.get(path)?.image ?? null,
    picture: (path) => pictures.get(path)?.image ?? null,
    covers: (slide) => imagesOfSlide(slide).every(({ path, variant }) => cacheOf(variant).has(path)),
    async load(slide, resolveUrl) {
      const wanted = imagesOfSlide(slide)
      // Marks cached images as recently used.
      for (const { path, variant } of wanted) cacheOf(variant).get(path)
      const missing = wanted.filter(({ path, variant }) => !cacheOf(variant).has(path))
      await Promise.all(
        missing.map(({ path, variant }) => {
          const key = `${variant} ${path}`
          let pending = loading.get(key)
          if (!pending) {
            pending = loadOne(path, variant, resolveUrl).finally(() => loading.delete(key))
            loading.set(key, pending)
          }
          return pending
        }),
      )
      photos.trim(PHOTOS_KEPT)
      // A slide may have more images than the limit; its own are the most recently used.
      pictures.trim(Math.max(IMAGES_CACHED, wanted.length))
    },
  }
}
