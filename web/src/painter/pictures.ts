import type { FileVariant } from '@ninesixteen/shared/api/media'
import type { PictureSource } from '@ninesixteen/shared/scene/compose'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { preparePicture } from '@ninesixteen/shared/scene/resample'
import type { Premultiplied } from '@ninesixteen/shared/scene/resample'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { contextOf, createSurface } from './surface.ts'

/** Where a stored picture can be fetched; null when it is not there (any more). Links may change, paths never mean another picture. */
export type ResolveUrl = (path: string, variant: FileVariant) => Promise<string | null>

/** Decoded photos kept, 8 MB each, and pictures of boxes, mostly smaller. The least recently used goes first. */
const PHOTOS_KEPT = 12
const PICTURES_KEPT = 24

/** Values by key; beyond the limit the one not asked for the longest is dropped. */
class RecentMap<T> {
  readonly #entries = new Map<string, T>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

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
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break
      this.#entries.delete(oldest)
    }
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }
}

/** The stored pictures a slide shows, each with the rendition it is drawn from. */
export function picturesOfSlide(slide: Slide): { path: string; variant: FileVariant }[] {
  const originals = [...slide.imageBoxes.map((box) => box.imageUrl), ...(slide.logoImage === null ? [] : [slide.logoImage])]
  const cover = slide.backgroundImage === null ? [] : [{ path: slide.backgroundImage, variant: 'cover' as const }]
  return [...cover, ...[...new Set(originals)].map((path) => ({ path, variant: 'original' as const }))]
}

/** Pixels of a picture file, as they are in it: no colour conversion, alpha apart. */
export async function decodePicture(blob: Blob): Promise<PixelImage> {
  const bitmap = await createImageBitmap(blob, { colorSpaceConversion: 'none' })
  try {
    const context = contextOf(createSurface(bitmap.width, bitmap.height))
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  } finally {
    bitmap.close()
  }
}

/** Null when the file is gone. A network that fails or a link that ended is an error: then nobody knows. */
async function fetchPicture(url: string | null): Promise<PixelImage | null> {
  if (url === null) return null
  const response = await fetch(url)
  if (response.status === 404) return null
  if (!response.ok) throw new Error(`A picture could not be loaded: ${response.status}`)
  return decodePicture(await response.blob())
}

export interface PictureCache extends PictureSource {
  /** True when everything the slide shows was looked for, found or not. */
  covers(slide: Slide): boolean
  load(slide: Slide, resolveUrl: ResolveUrl): Promise<void>
}

export function createPictureCache(): PictureCache {
  const photos = new RecentMap<{ image: PixelImage | null }>(PHOTOS_KEPT)
  const pictures = new RecentMap<{ image: Premultiplied | null }>(PICTURES_KEPT)
  const loading = new Map<string, Promise<void>>()

  const cacheOf = (variant: FileVariant) => (variant === 'cover' ? photos : pictures)

  async function loadOne(path: string, variant: FileVariant, resolveUrl: ResolveUrl): Promise<void> {
    const image = await fetchPicture(await resolveUrl(path, variant))
    if (variant === 'cover') photos.set(path, { image })
    else pictures.set(path, { image: image && preparePicture(image) })
  }

  return {
    photo: (path) => photos.get(path)?.image ?? null,
    picture: (path) => pictures.get(path)?.image ?? null,
    covers: (slide) => picturesOfSlide(slide).every(({ path, variant }) => cacheOf(variant).has(path)),
    async load(slide, resolveUrl) {
      const missing = picturesOfSlide(slide).filter(({ path, variant }) => !cacheOf(variant).has(path))
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
    },
  }
}
