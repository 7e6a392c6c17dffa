import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Photos of the demo in library order. */
export const PHOTO_NAMES = [
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
export type PhotoName = (typeof PHOTO_NAMES)[number]

/** Photos of the demo's company: warm rooms and slow mornings. */
export const COMPANY_PHOTOS: readonly PhotoName[] = [
  'misty-ridges',
  'dunes',
  'rain-on-glass',
  'light-shafts',
  'window-light',
  'desk-lamp',
  'candle',
  'books-by-window',
  'coffee-from-above',
  'steaming-cup',
  'linen-card',
  'open-road',
]

const FOLDER = join(import.meta.dirname, 'pictures')
const LOGO = { extension: 'png', mimeType: 'image/png', width: 600, height: 600 } as const
const PRODUCT = { ...LOGO, width: 900, height: 1260 } as const
const PHOTO = { extension: 'jpg', mimeType: 'image/jpeg', width: 1080, height: 1920 } as const

export const IMAGE_NAMES = ['logo', 'product', ...PHOTO_NAMES] as const
export type ImageName = (typeof IMAGE_NAMES)[number]

interface PictureFile {
  filename: string
  extension: 'jpg' | 'png'
  mimeType: string
  width: number
  height: number
}

export function imageFile(name: ImageName): PictureFile {
  const form = name === 'logo' ? LOGO : name === 'product' ? PRODUCT : PHOTO
  return { ...form, filename: `${name}.${form.extension}` }
}

/** An image and its thumbnail. Both are committed, so that a start needs no decoding. */
export async function readImage(name: ImageName): Promise<{ bytes: Buffer; thumbnail: Buffer }> {
  const [bytes, thumbnail] = await Promise.all([
    readFile(join(FOLDER, imageFile(name).filename)),
    readFile(join(FOLDER, `${name}.thumbnail.webp`)),
  ])
  return { bytes, thumbnail }
}

/** Changes when an image does. */
export async function hashOfImages(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await readdir(FOLDER)).toSorted()) hash.update(file).update(await readFile(join(FOLDER, file)))
  return hash.digest('hex')
}
