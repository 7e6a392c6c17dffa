/** First part of the storage path of a starter photo, where other photos have their user's id. No user id is this short. */
const FOLDER = 'starter'

/**
 * Photos that come with the product, for accounts without photos of their own, in library order. A name keeps its pixels for good, because slides store
 * it: a better photo gets a new name, and a photo that is no longer offered keeps its file.
 */
export const STARTER_PHOTO_NAMES = [
  'misty-ridges',
  'still-lake',
  'dunes',
  'green-hills',
  'sunset-sea',
  'moon-sea',
  'beach-from-above',
  'city-bokeh',
  'rain-on-glass',
  'starry-sky',
  'aurora',
  'light-shafts',
  'sandstone',
  'under-water',
  'falling-gold',
  'window-light',
  'desk-lamp',
  'candle',
  'books-by-window',
  'coffee-from-above',
  'steaming-cup',
  'linen-card',
  'open-road',
  'lamps-in-fog',
] as const
export type StarterPhotoName = (typeof STARTER_PHOTO_NAMES)[number]

export interface StarterPhoto {
  /** Storage path, such as `starter/still-lake.jpg`. */
  path: string
  /** Such as `Still lake`. */
  title: string
}

export const STARTER_PHOTOS: readonly StarterPhoto[] = STARTER_PHOTO_NAMES.map((name) => ({
  path: `${FOLDER}/${name}.jpg`,
  title: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`,
}))

/** Made for texts that are placed by hand, so nothing is laid over it unasked. */
const BLANK_CARD: StarterPhotoName = 'linen-card'

/** Storage paths of the starter photos that suit any slide. */
export const STARTER_BACKGROUNDS: readonly string[] = STARTER_PHOTO_NAMES.filter((name) => name !== BLANK_CARD).map(
  (name) => `${FOLDER}/${name}.jpg`,
)

/** Whether a path is a starter photo's: of the product, not of a user. Also true of photos that only another version has. */
export function isStarterPath(path: string): boolean {
  return path.startsWith(`${FOLDER}/`)
}
