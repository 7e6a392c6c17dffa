import type { FileVariant } from '@ninesixteen/shared/api/media'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { i420Size, toI420 } from '@ninesixteen/shared/video/h264/i420'
import { getPainter } from '../painter.ts'
import { picturesOfSlide } from '../pictures.ts'
import type { ResolveUrl } from '../pictures.ts'
import { contextOf, createSurface } from '../surface.ts'
import { detailOf, FilmFailure } from './film-messages.ts'

/** The pictures of a film as an encoder takes them. */
export interface FilmPictures {
  /** A picture in I420. Ask for them in order; the bytes hold until the next but one is asked for. */
  planes(index: number): Promise<Uint8Array>
}

/** Photos whose files are fetched before their turn. */
const FETCHED_AHEAD = 4

/** Fetches the files of pictures ahead of their turn and keeps each until its slide is drawn. */
function createFetcher(resolveUrl: ResolveUrl) {
  const files = new Map<string, Promise<string>>()
  const fetchFile = async (path: string, variant: FileVariant): Promise<string> => {
    const url = await resolveUrl(path, variant)
    if (url === null) throw new Error('It is not there any more')
    const response = await fetch(url)
    if (!response.ok) throw new Error(`The server answered ${response.status}`)
    return URL.createObjectURL(await response.blob())
  }
  const file = (path: string, variant: FileVariant): Promise<string> => {
    const key = `${variant} ${path}`
    let pending = files.get(key)
    if (!pending) {
      pending = fetchFile(path, variant)
      // Looked at again when its slide is drawn.
      pending.catch(() => undefined)
      files.set(key, pending)
    }
    return pending
  }
  return {
    file,
    start: (slide: Slide | undefined): void => {
      if (slide) for (const { path, variant } of picturesOfSlide(slide)) void file(path, variant).catch(() => undefined)
    },
  }
}

const withoutPictures = (slide: Slide): Slide => ({ ...slide, backgroundImage: null, imageBoxes: [], logoImage: null })

/** Draws the slides of a film with the painter, the files of the next ones fetched and one decoded meanwhile. */
export async function createFilmPictures(slides: readonly Slide[], resolveUrl: ResolveUrl): Promise<FilmPictures> {
  const fetcher = createFetcher(resolveUrl)
  for (const slide of slides.slice(0, FETCHED_AHEAD)) fetcher.start(slide)
  const painter = await getPainter()
  const surface = createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  const buffers = [0, 1].map(() => ({ index: -1, planes: new Uint8Array(i420Size(EXPORT_WIDTH, EXPORT_HEIGHT)) }))
  let ready: { index: number; loaded: Promise<void> } | null = null

  const load = async (index: number, slide: Slide): Promise<void> => {
    fetcher.start(slides[index + FETCHED_AHEAD])
    // Fonts and emoji: what fails here is no photo.
    await painter.prepare([withoutPictures(slide)], { resolveUrl })
    try {
      await painter.prepare([slide], { resolveUrl: fetcher.file })
    } catch (cause) {
      throw new FilmFailure({ kind: 'photo', number: index + 1, detail: detailOf(cause) }, { cause })
    }
  }
  const loadAhead = (index: number): Promise<void> => {
    if (ready?.index === index) return ready.loaded
    const slide = slides[index]
    const loaded = slide ? load(index, slide) : Promise.resolve()
    // Thrown when its turn comes.
    loaded.catch(() => undefined)
    ready = { index, loaded }
    return loaded
  }

  return {
    async planes(index) {
      const slide = slides[index]
      if (!slide) throw new RangeError(`The film has no picture ${index}`)
      const known = buffers.find((buffer) => buffer.index === index)
      if (known) return known.planes
      await loadAhead(index)
      void loadAhead(index + 1)
      if (!painter.paint(surface, slide).complete) throw new Error(`A part of picture ${index + 1} is missing`)
      const [oldest, latest] = buffers as [(typeof buffers)[0], (typeof buffers)[0]]
      buffers.splice(0, 2, latest, oldest)
      toI420(contextOf(surface).getImageData(0, 0, EXPORT_WIDTH, EXPORT_HEIGHT), oldest.planes)
      oldest.index = index
      return oldest.planes
    },
  }
}
