import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { Control } from '../kit/control.ts'
import { pick, seeded } from '../kit/random.ts'
import type { SceneName } from '../tumblr/images/image.ts'

export interface StockParts {
  control: Control
  /** The origin under which a caller sees the sandbox, and under which browsers do. */
  origin(c: Context): string
  site(c: Context): string
}

/** A photo that a service has. Its search and number determine everything about it. */
export interface StockPhoto {
  /** Hexadecimal. */
  id: string
  number: number
  title: string
  author: string
  scene: SceneName
  width: number
  height: number
}

/** Photos of one search, over all pages. */
export const PHOTOS_FOUND = 64

const SUBJECTS: readonly { words: RegExp; scenes: readonly SceneName[]; noun: string }[] = [
  { words: /sea|ocean|beach|coast|water|surf|meer|strand|mer\b|mar\b|swim/, scenes: ['sea', 'waves'], noun: 'sea' },
  { words: /forest|tree|wood|nature|wald|hike|hiking|green|camp/, scenes: ['forest', 'hills'], noun: 'forest' },
  { words: /city|street|urban|office|work|business|stadt|travel|startup|money/, scenes: ['city'], noun: 'city' },
  { words: /night|star|sky|space|sleep|dream|moon|nacht/, scenes: ['stars', 'mountains'], noun: 'night sky' },
  { words: /coffee|tea|cup|morning|breakfast|drink|kaffee|food|kitchen|cook/, scenes: ['cups', 'plants'], noun: 'table' },
  { words: /plant|flower|garden|herb|leaf|healthy|health|pflanze|skin|yoga/, scenes: ['plants'], noun: 'plants' },
  { words: /mountain|snow|ski|climb|berg|goal|success/, scenes: ['mountains'], noun: 'mountains' },
  { words: /desert|sand|dune|warm|summer|heat/, scenes: ['dunes'], noun: 'dunes' },
  { words: /hill|field|country|road|run|spring/, scenes: ['hills'], noun: 'hills' },
]
const ANY = SUBJECTS.flatMap(({ scenes, noun }) => scenes.map((scene) => ({ scene, noun })))

/** Photos of a search that show something else. */
const OTHER_SHARE = 0.35

const ADJECTIVES = ['Quiet', 'Early', 'Golden', 'Wide', 'Soft', 'Distant', 'Still', 'Bright', 'Late', 'Blue'] as const
const TIMES = ['at dawn', 'in summer', 'after rain', 'at noon', 'in the evening', 'before a storm', 'in October', 'from above'] as const
export const AUTHORS = [
  'Ana Ruiz',
  'Jonas Weber',
  'Mei Tanaka',
  'Léa Martin',
  'Tom Okafor',
  'Ingrid Solberg',
  'Priya Nair',
  'Sam Whitlock',
] as const
/** Portrait first, as users see most often. */
const TALL = [
  [1440, 2160],
  [1600, 2400],
  [1350, 2400],
  [1200, 1800],
] as const

export function photosOf(service: string, words: string, { isTall }: { isTall: boolean }): StockPhoto[] {
  const subject = SUBJECTS.find((one) => one.words.test(words.toLowerCase()))
  return Array.from({ length: PHOTOS_FOUND }, (_, number): StockPhoto => {
    const name = `${service} ${words.toLowerCase()} ${number}`
    const random = seeded(name)
    const other = pick(random, ANY)
    const isOther = !subject || random() < OTHER_SHARE
    const { scene, noun } = isOther ? other : { scene: pick(random, subject.scenes), noun: subject.noun }
    const [width, height] = pick(random, TALL)
    const isWide = !isTall && number % 3 === 2
    return {
      id: createHash('sha256').update(name).digest('hex').slice(0, 32),
      number,
      title: `${pick(random, ADJECTIVES)} ${noun} ${pick(random, TIMES)}`,
      author: pick(random, AUTHORS),
      scene,
      ...(isWide ? { width: height, height: width } : { width, height }),
    }
  })
}

/** The path of a photo in one size on the media host. */
export function mediaPath({ id, scene }: StockPhoto, { width, height }: { width: number; height: number }): string {
  return `/stock-media/${scene}/${id}/${width}x${height}.jpg`
}

/** The photo scaled into a width. */
export function fitted({ width, height }: StockPhoto, widthMax: number): { width: number; height: number } {
  const scale = Math.min(1, widthMax / width)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Pages of photos, music and their authors, to which credits link. */
export function photoPage(c: Context): Response {
  return new Response('<!doctype html><title>Sandbox file</title><p>The sandbox made this file. It is free to use.</p>', {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    status: c.req.method === 'GET' ? 200 : 405,
  })
}
