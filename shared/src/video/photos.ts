import { backgroundChoices, seededRandom } from '../slide/backgrounds.ts'
import { PHOTO_CHANGES } from './timeline.ts'

/** A shorter list of photos is repeated until it has as many. */
export const VIDEO_PHOTOS_MIN = 10
/** How often, and how many milliseconds apart, the photos of a video are looked for before something else takes their place. */
export const PHOTO_DATA_TRIES = 20
export const PHOTO_DATA_TRY_MS = 100
/** Library photos used when there is nothing else. */
export const LIBRARY_PHOTOS_MAX = 10

/** Sources of a video's photos: storage paths. */
export interface VideoPhotoSources {
  projectId: string
  /** Photo behind the slide. */
  background: string | null
  /** The whole library, and those of it that belong to the project's company; null while they are not known. */
  library: { all: readonly string[]; ofCompany: readonly string[] } | null
  /** Fallback when the library doesn't load: backgrounds of the project's slides, and library photos seen earlier. */
  fallback: { backgrounds: readonly string[]; library: readonly string[] }
}

/** Repeats a list as a whole until it has at least ten photos. An empty one stays empty. */
export function padPhotos(photos: readonly string[]): string[] {
  const rounds = photos.length === 0 ? 0 : Math.max(1, Math.ceil(VIDEO_PHOTOS_MIN / photos.length))
  return Array.from({ length: rounds }, () => photos).flat()
}

/**
 * Each photo by a number drawn from the project and its own path: always the same order for a project, another one for the next, and a photo
 * that comes or goes leaves the others in their order.
 */
function orderedFor(projectId: string, photos: readonly string[]): string[] {
  const drawn = photos.map((path) => ({ path, place: seededRandom(`${projectId} ${path}`)() }))
  return drawn.toSorted((a, b) => a.place - b.place || (a.path < b.path ? -1 : 1)).map(({ path }) => path)
}

/** The first photos of a project's order among those known so far and some more: a library of any length is gone through piece by piece. */
export function firstPhotos(projectId: string, known: readonly string[], more: readonly string[]): string[] {
  return orderedFor(projectId, backgroundChoices([...known, ...more], [])).slice(0, PHOTO_CHANGES)
}

/** Any background photos that are there, else the first ten of the library. */
export function fallbackPhotos({ backgrounds, library }: VideoPhotoSources['fallback']): string[] {
  const known = backgroundChoices(backgrounds, [])
  return known.length > 0 ? known : backgroundChoices(library, []).slice(0, LIBRARY_PHOTOS_MAX)
}

/**
 * The photos of a video in the order they are shown, padded to at least ten: the slide's own background, then the company's photos when
 * there are at least three, else all; no more than a video has places for. Preview and export both ask here, and so agree.
 * Empty when there is no photo at all.
 */
export function videoPhotos({ projectId, background, library, fallback }: VideoPhotoSources): string[] {
  const choices = library ? orderedFor(projectId, backgroundChoices(library.all, library.ofCompany)) : []
  const rest = choices.length > 0 ? choices : fallbackPhotos(fallback)
  const photos = [...new Set([...(background === null ? [] : [background]), ...rest])]
  return padPhotos(photos.slice(0, PHOTO_CHANGES))
}

/** As `videoPhotos`; null as long as the library may still come: until it was looked for 20 times, 100 ms apart. */
export function photosAfterTries(sources: VideoPhotoSources, tries: number): string[] | null {
  return sources.library === null && tries < PHOTO_DATA_TRIES ? null : videoPhotos(sources)
}
