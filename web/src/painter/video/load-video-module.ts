import { needsOriginal } from '@ninesixteen/shared/scene/background'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { prepareImage } from '@ninesixteen/shared/scene/resample'
import type { Premultiplied } from '@ninesixteen/shared/scene/resample'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { AssetShaper } from '../asset-urls.ts'
import { openPhoto } from '../cover-photo.ts'
import { imagesOfSlide } from '../images.ts'
import type { ResolveUrl } from '../images.ts'
import { decodeImage } from '../decode-image.ts'
import { createVideoFiles } from './video-files.ts'
import { detailOf, VideoFailure } from './video-messages.ts'
import { createPhotoReader } from './video-photo.ts'

/** Number of photo files fetched ahead. */
const FETCHED_AHEAD = 4
/** Cached images such as logos, which recur on many slides. Each may hold 19 MB. */
const IMAGES_CACHED = 3

/** The images of a slide. */
export interface Loaded {
  slide: Slide
  photo: PixelImage | null
  pictures: ReadonlyMap<string, Premultiplied>
}

export interface VideoSlides {
  slides: readonly Slide[]
  assets: AssetShaper
  resolveUrl: ResolveUrl
}

/** Bitmaps of photos, each decoded while the one before is read. */
function createBitmaps(slides: readonly Slide[], fileOf: (path: string) => Promise<Blob>) {
  const bitmaps = new Map<number, Promise<ImageBitmap>>()
  const open = (index: number): Promise<ImageBitmap> | null => {
    const slide = slides[index]
    const path = slide?.backgroundImage ?? null
    if (!slide || path === null || needsOriginal(slide)) return null
    const bitmap = bitmaps.get(index) ?? fileOf(path).then(openPhoto)
    // The error is thrown when the image is needed.
    bitmap.catch(() => undefined)
    bitmaps.set(index, bitmap)
    return bitmap
  }
  return {
    async take(index: number): Promise<ImageBitmap | null> {
      const bitmap = await open(index)
      bitmaps.delete(index)
      // At most one ahead: a photo of 12 megapixels takes 48 MB.
      void open(index + 1)
      return bitmap
    },
    close(): void {
      for (const bitmap of bitmaps.values()) {
        void bitmap.then(
          (opened) => opened.close(),
          () => undefined,
        )
      }
      bitmaps.clear()
    },
  }
}

/** Loads the images of a video's slides, one slide ahead. */
export function createVideoLoader({ slides, assets, resolveUrl }: VideoSlides) {
  const files = createVideoFiles(resolveUrl)
  const bitmaps = createBitmaps(slides, (path) => files.file(path, 'cover'))
  const reader = createPhotoReader()
  const cache = new Map<string, Premultiplied>()
  let ahead: { index: number; loaded: Promise<Loaded> } | null = null
  for (const slide of slides.slice(0, FETCHED_AHEAD)) files.start(slide)

  const loadImage = async (path: string): Promise<Premultiplied> => {
    const picture = cache.get(path) ?? prepareImage(await decodeImage(await files.file(path, 'original')))
    cache.delete(path)
    cache.set(path, picture)
    for (const oldest of [...cache.keys()].slice(0, -IMAGES_CACHED)) cache.delete(oldest)
    return picture
  }
  const loadPictures = async (index: number, slide: Slide): Promise<Loaded> => {
    const bitmap = await bitmaps.take(index)
    const cover = bitmap && (await reader.read(bitmap))
    const pictures = new Map<string, Premultiplied>()
    for (const { path, variant } of imagesOfSlide(slide)) if (variant === 'original') pictures.set(path, await loadImage(path))
    const original = needsOriginal(slide) && slide.backgroundImage !== null ? pictures.get(slide.backgroundImage) : null
    return { slide, photo: original ?? cover, pictures }
  }
  const loadAll = async (index: number): Promise<Loaded> => {
    const slide = slides[index]
    if (!slide) throw new RangeError(`The video has no slide ${index}`)
    files.start(slides[index + FETCHED_AHEAD])
    // Fonts and emoji.
    await assets.prepare([slide], resolveUrl).catch((error: unknown) => {
      throw new VideoFailure({ kind: 'other', detail: detailOf(error) }, { cause: error })
    })
    return loadPictures(index, slide).catch((error: unknown) => {
      throw new VideoFailure({ kind: 'photo', number: index + 1, detail: detailOf(error) }, { cause: error })
    })
  }
  const load = (index: number): Promise<Loaded> => {
    if (ahead?.index === index) return ahead.loaded
    const loaded = loadAll(index)
    // The error is thrown when the image is needed.
    loaded.catch(() => undefined)
    ahead = { index, loaded }
    return loaded
  }
  return {
    /** The photo's pixels stay valid until the slide after the next is loaded. */
    async load(index: number): Promise<Loaded> {
      const loaded = await load(index)
      if (index + 1 < slides.length) void load(index + 1)
      return loaded
    },
    close: bitmaps.close,
  }
}
