import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StarterPhotoName } from '@ninesixteen/shared/slide/starter-photos'
import { STARTER_PHOTOS_FOLDER } from '../storage/starter-photos.ts'

/** Photos in the demo's library, in its order. */
export const DEMO_PHOTO_NAMES = [
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
] as const satisfies readonly StarterPhotoName[]
export type DemoPhotoName = (typeof DEMO_PHOTO_NAMES)[number]

/** Photos of the demo's company: too few for a set of their own, so that slideshows choose among all. */
export const COMPANY_PHOTOS: readonly DemoPhotoName[] = ['window-light', 'books-by-window']

const FOLDER = join(import.meta.dirname, 'pictures')
const LOGO = { extension: 'png', mimeType: 'image/png', width: 600, height: 600 } as const
const PRODUCT = { ...LOGO, width: 900, height: 1260 } as const
const PHOTO = { extension: 'jpg', mimeType: 'image/jpeg', width: 1080, height: 1920 } as const

export const IMAGE_NAMES = ['logo', 'product', ...DEMO_PHOTO_NAMES] as const
export type ImageName = (typeof IMAGE_NAMES)[number]

interface ImageFile {
  filename: string
  extension: 'jpg' | 'png'
  mimeType: string
  width: number
  height: number
}

export function imageFile(name: ImageName): ImageFile {
  const form = name === 'logo' ? LOGO : name === 'product' ? PRODUCT : PHOTO
  return { ...form, filename: `${name}.${form.extension}` }
}

/** The demo shows starter photos as its own; its company's logo and product are next to this file. */
const isStarter = (name: string) => DEMO_PHOTO_NAMES.some((photo) => photo === name)

function readFileOf(name: ImageName, file: string): Promise<Buffer> {
  return readFile(join(isStarter(name) ? STARTER_PHOTOS_FOLDER : FOLDER, file))
}

const thumbnailFile = (name: ImageName) => `${name}.thumbnail.webp`

/** An image and its thumbnail. Both are committed, so that a start needs no decoding. */
export async function readImage(name: ImageName): Promise<{ bytes: Buffer; thumbnail: Buffer }> {
  const [bytes, thumbnail] = await Promise.all([readFileOf(name, imageFile(name).filename), readFileOf(name, thumbnailFile(name))])
  return { bytes, thumbnail }
}

/** Changes when an image does. */
export async function hashOfImages(): Promise<string> {
  const hash = createHash('sha256')
  const files = IMAGE_NAMES.flatMap((name) => [imageFile(name).filename, thumbnailFile(name)].map((file) => ({ name, file })))
  for (const { name, file } of files.toSorted((a, b) => (a.file < b.file ? -1 : 1))) hash.update(file).update(await readFileOf(name, file))
  return hash.digest('hex')
}
