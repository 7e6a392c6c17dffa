import sharp from 'sharp'
import { createSequence } from '../painter-lab/pictures.ts'

const SIZES = [
  { width: 1080, height: 1440 },
  { width: 1440, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1200, height: 1200 },
] as const
/** Where the subject is, as shares of width and height; null for none. */
const SUBJECTS = [{ x: 0.28, y: 0.5 }, { x: 0.72, y: 0.5 }, { x: 0.5, y: 0.25 }, { x: 0.5, y: 0.75 }, null] as const
const GROUNDS = ['dark', 'light', 'middle'] as const
export type PhotoKind = (typeof GROUNDS)[number] | 'busy'

export interface VariedPhoto {
  kind: PhotoKind
  /** JPEG. */
  file: Buffer
}

const LIGHTNESS = { dark: [6, 24], light: [72, 96], middle: [35, 65] } as const

/** The number of this photo in the set decides its size, lightness, texture and subject: 60 of them include every pair. */
export async function variedPhoto(index: number): Promise<VariedPhoto> {
  const next = createSequence(4000 + index)
  const { width, height } = SIZES[index % SIZES.length] ?? SIZES[0]
  const subject = SUBJECTS[index % SUBJECTS.length] ?? null
  const ground = GROUNDS[index % GROUNDS.length] ?? 'middle'
  const isBusy = Math.floor(index / 4) % 3 === 2
  const [low, high] = LIGHTNESS[ground]
  const color = (saturation = 40): string =>
    `hsl(${Math.round(next() * 360)} ${Math.round(next() * saturation)}% ${Math.round(low + next() * (high - low))}%)`
  const blob = (size: number, fill: string): string =>
    `<ellipse cx="${next() * width}" cy="${next() * height}" rx="${size * (0.4 + next())}" ry="${size * (0.4 + next())}" fill="${fill}"/>`
  const many = (count: number, make: () => string): string => Array.from({ length: count }, make).join('')
  const strong = (): string => `hsl(${Math.round(next() * 360)} 60% ${ground === 'light' ? 30 : 70}%)`
  const texture = isBusy
    ? many(260, () => blob(26, `hsl(${Math.round(next() * 360)} 45% ${Math.round(10 + next() * 80)}%)`))
    : `<g filter="url(#soft)">${many(6, () => blob(width / 3, color()))}</g>`
  const thing = subject
    ? `<g transform="translate(${subject.x * width} ${subject.y * height})"><ellipse rx="${width * 0.17}" ry="${width * 0.22}" fill="${strong()}"/><circle r="${width * 0.09}" cy="${-width * 0.08}" fill="${strong()}"/><rect x="${-width * 0.1}" y="${width * 0.06}" width="${width * 0.2}" height="${width * 0.04}" fill="${strong()}"/></g>`
    : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><filter id="soft"><feGaussianBlur stdDeviation="${width / 14}"/></filter><linearGradient id="sky" x2="0.3" y2="1"><stop stop-color="${color()}"/><stop offset="1" stop-color="${color()}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#sky)"/>${texture}${thing}</svg>`
  const grain = Buffer.alloc(width * height * 4)
  for (let at = 0; at < grain.length; at += 4) {
    grain.fill(Math.floor(next() * 256), at, at + 3)
    grain[at + 3] = 14
  }
  const file = await sharp(Buffer.from(svg))
    .composite([{ input: grain, raw: { width, height, channels: 4 } }])
    .jpeg({ quality: 88 })
    .toBuffer()
  return { kind: isBusy ? 'busy' : ground, file }
}
