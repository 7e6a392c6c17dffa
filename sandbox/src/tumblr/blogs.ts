import type { SceneName } from './images/image.ts'

export interface Blog {
  name: string
  title: string
  description: string
  kind: 'photos' | 'words' | 'gifs'
  /** The subjects of its images. */
  scene: SceneName
  tags: readonly string[]
}

type Row = readonly [name: string, title: string, description: string, scene: SceneName, tags: string]

const PHOTO_BLOGS: readonly Row[] = [
  ['calm-photos', 'Calm', 'Quiet pictures of water.', 'sea', 'calm sea blue'],
  ['morning-light', 'Morning Light', 'The first hour of the day, every day.', 'hills', 'morning light sunrise'],
  ['bread-and-salt', 'Bread & Salt', 'A table and what is on it.', 'cups', 'food table bread'],
  ['quiet-forest', 'Quiet Forest', 'Walking slowly between trees.', 'forest', 'forest green calm'],
  ['city-after-rain', 'City After Rain', 'Wet streets & lit windows.', 'city', 'city night rain'],
  ['paper-shapes', 'Paper Shapes', 'Cut, placed, photographed.', 'shapes', 'design color paper'],
  ['desert-hours', 'Desert Hours', 'Sand, mostly.', 'dunes', 'desert warm travel'],
  ['night-sky-log', 'Night Sky Log', 'Long exposures from a cold roof.', 'stars', 'night stars sky'],
  ['house-plants-daily', 'House Plants Daily', '<b>Leaves</b>, one a day.', 'plants', 'plants green home'],
  ['north-mountains', 'North Mountains', 'Ridge after ridge.', 'mountains', 'mountains hiking snow'],
  ['coffee-first', 'Coffee First', 'Cups before words.', 'cups', 'coffee morning cosy'],
  ['soft-gradients', 'Soft Gradients', 'Nothing but color.', 'gradient', 'color minimal background'],
  ['linen-and-light', 'Linen and Light', 'How cloth falls.', 'gradient', 'fabric beige minimal'],
  ['tide-tables', 'Tide Tables', 'Waves by the hour.', 'waves', 'sea waves calm'],
  ['field-notes-green', 'Field Notes, Green', 'Meadows and what grows there.', 'hills', 'meadow green summer'],
  ['winter-windows', 'Winter Windows', 'Snow seen from inside.', 'mountains', 'winter snow cosy'],
  ['slow-shelf', 'The Slow Shelf', 'Books by color.', 'shapes', 'books home color'],
  ['old-harbour', 'Old Harbour', 'Boats that no longer leave.', 'sea', 'harbour sea travel'],
  ['balcony-garden', 'Balcony Garden', 'Two square metres of green. ¡Hola!', 'plants', 'garden plants summer'],
  ['road-and-sky', 'Road & Sky', '日の出 and open roads.', 'dunes', 'road sky travel'],
  ['blue-hour-club', 'Blue Hour Club', 'Twenty minutes after sunset.', 'city', 'city blue evening'],
]

const OTHER_BLOGS: readonly (readonly [Blog['kind'], Row])[] = [
  ['words', ['only-words-here', 'Only Words Here', 'No pictures at all.', 'gradient', 'words quotes']],
  ['gifs', ['loop-the-loop', 'Loop the Loop', 'Everything moves.', 'shapes', 'gif loop']],
]

/** Every blog there is, in the order in which it was followed. */
export const BLOGS: readonly Blog[] = [
  ...PHOTO_BLOGS.map((row) => buildBlog('photos', row)),
  ...OTHER_BLOGS.map(([kind, row]) => buildBlog(kind, row)),
]

function buildBlog(kind: Blog['kind'], [name, title, description, scene, tags]: Row): Blog {
  return { name, title, description, kind, scene, tags: tags.split(' ') }
}

/** By name, host name, or the id that begins with `t:`. */
export function findBlog(identifier: string): Blog | undefined {
  const name = identifier.replace(/\.tumblr\.com$/, '')
  return BLOGS.find((blog) => blog.name === name || uuidOf(blog) === identifier)
}

export function uuidOf({ name }: Blog): string {
  return `t:${Buffer.from(name).toString('base64url').slice(0, 22)}`
}
