import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { preparePicture } from '@ninesixteen/shared/scene/resample'
import type { Premultiplied } from '@ninesixteen/shared/scene/resample'
import { drawPixels } from '@ninesixteen/shared/scene/slide-pixels'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { i420Size, toI420 } from '@ninesixteen/shared/video/h264/i420'
import type { AssetShaper } from '../asset-urls.ts'
import { decodePicture, picturesOfSlide } from '../pictures.ts'
import type { ResolveUrl } from '../pictures.ts'
import { contextOf, createSurface } from '../surface.ts'
import { createFilmFiles } from './film-files.ts'
import { detailOf, FilmFailure } from './film-messages.ts'
import { createPhotoDecoder } from './film-photo.ts'

/** The pictures of a film as an encoder takes them. Ask for them in order. */
export interface FilmPictures {
  /** A picture in I420. The bytes hold until the next but one is asked for. */
  planes(index: number): Promise<Uint8Array>
  /** The same in RGBA. The bytes hold until another one is asked for. */
  pixels(index: number): Promise<PixelImage>
}

/** Photos whose files are fetched before their turn. */
const FETCHED_AHEAD = 4
/** Logos and products come back on slide after slide. Each may hold 19 MB. */
const PICTURES_KEPT = 3

interface Loaded {
  photo: PixelImage | null
  pictures: Map<string, Premultiplied>
}

/** What is used again for each picture: 8 MB of fresh memory cost as much as decoding a photo. */
function createDesk() {
  const context = contextOf(createSurface(EXPORT_WIDTH, EXPORT_HEIGHT))
  const planes = [0, 1].map(() => ({ index: -1, bytes: new Uint8Array(i420Size(EXPORT_WIDTH, EXPORT_HEIGHT)) }))
  return { context, layer: context.createImageData(EXPORT_WIDTH, EXPORT_HEIGHT), planes }
}

let desk: ReturnType<typeof createDesk> | null = null

/** Draws the slides of a film, the files of the next ones fetched and one decoded meanwhile. */
export function createFilmPictures(slides: readonly Slide[], assets: AssetShaper, resolveUrl: ResolveUrl): FilmPictures {
  const files = createFilmFiles(resolveUrl)
  const photos = createPhotoDecoder()
  const kept = new Map<string, Premultiplied>()
  const { context, layer, planes } = (desk ??= createDesk())
  for (const place of planes) place.index = -1
  for (const slide of slides.slice(0, FETCHED_AHEAD)) files.start(slide)
  let ahead: { index: number; loaded: Promise<Loaded> } | null = null

  const loadPicture = async (path: string): Promise<Premultiplied> => {
    const picture = kept.get(path) ?? preparePicture(await decodePicture(await files.file(path, 'original')))
    kept.delete(path)
    kept.set(path, picture)
    for (const oldest of [...kept.keys()].slice(0, -PICTURES_KEPT)) kept.delete(oldest)
    return picture
  }
  const loadPictures = async (slide: Slide): Promise<Loaded> => {
    const loaded: Loaded = { photo: null, pictures: new Map() }
    for (const { path, variant } of picturesOfSlide(slide)) {
      if (variant === 'cover') loaded.photo = await photos.decode(await files.file(path, variant))
      else loaded.pictures.set(path, await loadPicture(path))
    }
    return loaded
  }
  const load = async (index: number, slide: Slide): Promise<Loaded> => {
    files.start(slides[index + FETCHED_AHEAD])
    // Fonts and emoji.
    await assets.prepare([slide]).catch((cause: unknown) => {
      throw new FilmFailure({ kind: 'other', detail: detailOf(cause) }, { cause })
    })
    return loadPictures(slide).catch((cause: unknown) => {
      throw new FilmFailure({ kind: 'photo', number: index + 1, detail: detailOf(cause) }, { cause })
    })
  }
  const loadAhead = (index: number): Promise<Loaded> | null => {
    const slide = slides[index]
    if (!slide) return null
    if (ahead?.index === index) return ahead.loaded
    const loaded = load(index, slide)
    // Thrown when its turn comes.
    loaded.catch(() => undefined)
    ahead = { index, loaded }
    return loaded
  }

  const film: FilmPictures = {
    async pixels(index) {
      const [slide, loaded] = [slides[index], await loadAhead(index)]
      if (!slide || !loaded) throw new RangeError(`The film has no picture ${index}`)
      void loadAhead(index + 1)
      const scene = layoutSlide(slide, assets.shaper)
      if (!scene.complete) throw new Error(`A part of slide ${index + 1} is missing`)
      drawPixels({ context, layer }, scene, { photo: loaded.photo, picture: (path) => loaded.pictures.get(path) ?? null })
      return layer
    },
    async planes(index) {
      const known = planes.find((place) => place.index === index)
      if (known) return known.bytes
      const pixels = await film.pixels(index)
      planes.reverse()
      const [place] = planes as [(typeof planes)[0]]
      place.index = index
      toI420(pixels, place.bytes)
      return place.bytes
    },
  }
  return film
}
