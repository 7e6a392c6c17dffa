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
  'bread-loaf',
  'fruit-bowl',
  'breakfast-bowl',
  'pancakes',
  'cupcake',
  'lemons',
  'eggs-and-flour',
  'coffee-beans',
  'teapot',
  'iced-coffee',
  'espresso-cup',
  'laptop-on-desk',
  'notebook-and-pen',
  'desk-calendar',
  'wall-clock',
  'coin-stacks',
  'piggy-bank',
  'wallet-and-cards',
  'growing-plant',
  'dumbbells',
  'yoga-mat',
  'basketball',
  'kettlebell',
  'tennis-balls',
  'running-track',
  'water-bottle',
  'armchair',
  'made-bed',
  'folded-towels',
  'potted-plant',
  'vase-with-branches',
  'suitcase',
  'airplane-window',
  'paper-plane',
  'hot-air-balloon',
  'globe',
  'dog-bowl',
  'ball-and-leash',
  'pet-bed',
  'dog-house',
  'bird-house',
  'dog-collar',
  'yarn-ball',
  'open-book',
  'pencils-in-cup',
  'graduation-cap',
  'cream-jar',
  'serum-bottle',
  'lipstick',
  'perfume-bottle',
  'spa-stones',
  'makeup-brushes',
  'smartphone',
  'headphones',
  'laptop-at-night',
  'camera-and-lens',
  'game-controller',
] as const
export type StarterPhotoName = (typeof STARTER_PHOTO_NAMES)[number]

/** The storage path of a starter photo, such as `starter/still-lake.jpg`. */
export function starterPath(name: StarterPhotoName): string {
  return `${FOLDER}/${name}.jpg`
}

export interface StarterPhoto {
  name: StarterPhotoName
  /** Storage path, such as `starter/still-lake.jpg`. */
  path: string
  /** Such as `Still lake`. */
  title: string
}

export const STARTER_PHOTOS: readonly StarterPhoto[] = STARTER_PHOTO_NAMES.map((name) => ({
  name,
  path: starterPath(name),
  title: `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`,
}))

/** Whether a path is a starter photo's: of the product, not of a user. Also true of photos that only another version has. */
export function isStarterPath(path: string): boolean {
  return path.startsWith(`${FOLDER}/`)
}
