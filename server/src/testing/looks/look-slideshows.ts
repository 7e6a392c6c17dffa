import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { likeAndFollowSlide } from '@ninesixteen/shared/content-types/company-slides'
import { slideDraftSchema } from '@ninesixteen/shared/content-types/draft'
import { CONTENT_TYPE_WRITERS } from '@ninesixteen/shared/content-types/writers'
import type { SlideRole } from '@ninesixteen/shared/looks/look'
import { CLASSIC, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { createPhotoChooser, type PhotoCandidate } from '@ninesixteen/shared/photos/choose-photos'
import { decodePhotoMap, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { photoWords } from '@ninesixteen/shared/photos/photo-fit'
import { STARTER_CANDIDATES } from '@ninesixteen/shared/photos/starter-tags'
import { backdropsFor } from '@ninesixteen/shared/slide/backdrops'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { inLook, showsPhotos, slideRole } from '../../generation/look-of-slide.ts'
import { encodeCover, encodeThumbnail, mapPhoto } from '../../image-decoding/encode.ts'
import { readStarterPhoto, readStarterPhotoMap } from '../../storage/starter-photos.ts'
import { createSequence } from '../painter-lab/pictures.ts'
import { variedPhoto, type PhotoKind } from './varied-photos.ts'

export interface LookPhoto {
  /** The cover rendition that the painter draws. */
  cover: Uint8Array
  map: PhotoMap
}

export interface LookPhotos {
  candidates: readonly PhotoCandidate[]
  read(path: string): Promise<LookPhoto>
}

const NO_PHOTOS: LookPhotos = { candidates: [], read: (path) => Promise.reject(new Error(`There is no photo ${path}`)) }

const starterPhotos: LookPhotos = {
  candidates: STARTER_CANDIDATES,
  async read(path) {
    const [cover, text] = await Promise.all([readStarterPhoto(path, 'original'), readStarterPhotoMap(path)])
    const map = text === null ? null : decodePhotoMap(text)
    if (!cover || !map) throw new Error(`There is no starter photo ${path}`)
    return { cover, map }
  },
}

/** A library of varied photos whose names say nothing. */
async function variedPhotos(numbers: readonly number[], kind?: PhotoKind): Promise<LookPhotos> {
  const files = new Map<string, Uint8Array>()
  for (const number of numbers) {
    const photo = await variedPhoto(number)
    if (kind === undefined || photo.kind === kind) files.set(`varied/${number}.jpg`, photo.file)
  }
  return {
    candidates: [...files.keys()].map((path) => ({ path, source: 'library', words: photoWords([]) })),
    async read(path) {
      const file = files.get(path)
      if (!file) throw new Error(`There is no photo ${path}`)
      const map = decodePhotoMap(await mapPhoto(await encodeThumbnail(file)))
      if (!map) throw new Error(`There is no map of ${path}`)
      return { cover: await encodeCover(file), map }
    },
  }
}

const VARIED = Array.from({ length: 60 }, (_, index) => index)

export type PhotoSet = 'starter' | 'varied' | 'none' | PhotoKind

/** Photos by the name of their set. */
export function photosOf(set: PhotoSet): Promise<LookPhotos> {
  if (set === 'none') return Promise.resolve(NO_PHOTOS)
  if (set === 'starter') return Promise.resolve(starterPhotos)
  return variedPhotos(VARIED, set === 'varied' ? undefined : set)
}

export interface WrittenShow {
  topic: string
  contentType: ContentTypeId
  /** Slides as a model writes them. */
  drafts: readonly unknown[]
}

export interface LookSlide {
  slide: Slide
  role: SlideRole
  cover: Uint8Array | null
}

/** A written slideshow in a look, composed as the generator composes it, with a closing slide after a list. */
export async function composeShow(show: WrittenShow, look: LookId, photos: LookPhotos): Promise<LookSlide[]> {
  const { topic, contentType } = show
  const chooser = createPhotoChooser({ topic, random: createSequence(topic.length) })
  chooser.add(photos.candidates)
  const drafts = show.drafts.map((draft) => slideDraftSchema.parse(draft))
  const hasClosing = contentType === 'numbered-list'
  const backdrops = backdropsFor(`${topic} ${contentType}`, drafts.length + 1)
  const placeAt = (index: number, words: string) => {
    const background = showsPhotos(look) ? chooser.next(words) : null
    return {
      index,
      written: drafts.length,
      softSell: false,
      companyImages: null,
      background,
      backdrop: background === null ? backdrops[index] : undefined,
      newId: newIds(`${index}`),
    }
  }
  const { compose } = CONTENT_TYPE_WRITERS[contentType]
  const slides = drafts.map((draft, index) => ({
    plain: compose(draft, placeAt(index, draft.photo)),
    role: slideRole(contentType, index),
    emphasis: draft.emphasis,
  }))
  if (hasClosing) slides.push({ plain: likeAndFollowSlide(placeAt(drafts.length, '')), role: 'closing', emphasis: '' })
  return Promise.all(
    slides.map(async ({ plain, role, emphasis }, index) => {
      const photo = plain.backgroundImage === null ? null : await photos.read(plain.backgroundImage)
      const request = { look, brand: null }
      const slide = look === CLASSIC ? plain : inLook(plain, { request, role, index, emphasis, map: photo?.map ?? null })
      return { slide, role, cover: photo?.cover ?? null }
    }),
  )
}

function newIds(slide: string): () => string {
  let count = 0
  return () => `${slide}-${count++}`
}
