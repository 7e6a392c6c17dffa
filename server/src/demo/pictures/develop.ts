import sharp from 'sharp'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { type Rgb, clamp } from './colour.ts'
import { type Film, blurFilm, sampleFilm, shrinkFilm } from './film.ts'
import { randomFrom } from './noise.ts'

/** How an exposed film becomes a picture. */
export interface Development {
  seed: number
  /** Factor on all light. */
  exposure?: number
  /** Share of light that bright places spill around them. */
  bloom?: number
  /** Darkening of the corners, 0 to 1. */
  vignette?: number
  /** Standard deviation of the grain in the mid-tones, in 8-bit steps. */
  grain?: number
  /** Tints of the dark and the bright tones; grey leaves them alone. */
  shadows?: Rgb
  highlights?: Rgb
  /** 1 leaves colours as they are. */
  saturation?: number
}

const GRAIN_TILE = 512
const CURVE_STEPS = 4096
/** Light from here on is white. */
const CURVE_END = 8

/** Filmic shoulder and a soft toe, then the sRGB curve: 8-bit values by light, with room for dither. */
const CURVE = Float32Array.from({ length: CURVE_STEPS + 1 }, (_, i) => {
  const x = (i / CURVE_STEPS) ** 2 * CURVE_END
  const toned = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14))
  return 255 * (toned <= 0.0031308 ? toned * 12.92 : 1.055 * toned ** (1 / 2.4) - 0.055)
})

function curve(value: number): number {
  const at = Math.sqrt(clamp(value, 0, CURVE_END) / CURVE_END) * CURVE_STEPS
  const below = Math.min(CURVE_STEPS - 1, Math.floor(at))
  const low = CURVE[below] ?? 0
  return low + ((CURVE[below + 1] ?? 255) - low) * (at - below)
}

/** Steps of the tile that stand for one standard deviation. */
const GRAIN_UNIT = 24

/** One tile for all pictures: each reads it from a place of its own. */
const GRAIN = ((): Int8Array => {
  const random = randomFrom(1)
  const tile = new Int8Array(GRAIN_TILE * GRAIN_TILE)
  // The sum of four even numbers is bell-shaped enough.
  for (let i = 0; i < tile.length; i += 1) {
    tile[i] = Math.round(clamp((random() + random() + random() + random() - 2) * 1.732, -3, 3) * GRAIN_UNIT)
  }
  return tile
})()

function tone(film: Film, development: Development): Buffer {
  const { exposure = 1, vignette = 0.3, saturation = 1, bloom = 0.06 } = development
  const shadows = development.shadows ?? [1, 1, 1]
  const highlights = development.highlights ?? [1, 1, 1]
  const { width, height, light } = film
  const glow = bloom > 0 ? blurFilm(shrinkFilm(film, 4), 0.03) : null
  const bytes = Buffer.alloc(width * height * 3)
  const random = randomFrom(development.seed ^ 0x51ed)
  for (let row = 0, at = 0; row < height; row += 1) {
    const dy = (row + 0.5) / height - 0.5
    for (let column = 0; column < width; column += 1, at += 3) {
      const dx = (column + 0.5) / width - 0.5
      const fall = exposure * (1 - vignette * clamp((dx * dx * 0.8 + dy * dy) * 2.2) ** 1.2)
      const spill = glow === null ? null : sampleFilm(glow, (column + 0.5) / width, (row + 0.5) / width)
      const pixel = (i: 0 | 1 | 2): number =>
        fall * (spill === null ? (light[at + i] ?? 0) : (light[at + i] ?? 0) * (1 - bloom) + spill[i] * bloom)
      const red = pixel(0)
      const green = pixel(1)
      const blue = pixel(2)
      const luma = red * 0.2126 + green * 0.7152 + blue * 0.0722
      const bright = clamp(luma * 1.4)
      const dither = random()
      const finish = (value: number, i: 0 | 1 | 2): number =>
        curve((luma + (value - luma) * saturation) * (shadows[i] + (highlights[i] - shadows[i]) * bright)) + dither
      bytes[at] = Math.min(255, finish(red, 0))
      bytes[at + 1] = Math.min(255, finish(green, 1))
      bytes[at + 2] = Math.min(255, finish(blue, 2))
    }
  }
  return bytes
}

function addGrain(pixels: Buffer, { seed, grain = 4 }: Development): void {
  const strength = new Float32Array(256)
  for (let i = 0; i < 256; i += 1) strength[i] = (grain / GRAIN_UNIT) * (0.35 + 2.6 * (i / 255) * (1 - i / 255))
  for (let row = 0, at = 0; row < EXPORT_HEIGHT; row += 1) {
    // Rows read the tile from a shifted place, so that it does not repeat visibly.
    const line = ((row + seed * 37) % GRAIN_TILE) * GRAIN_TILE
    const shift = Math.floor(row / GRAIN_TILE) * 197 + seed * 61
    for (let column = 0; column < EXPORT_WIDTH; column += 1, at += 3) {
      const speck = (GRAIN[line + ((column + shift) % GRAIN_TILE)] ?? 0) * (strength[pixels[at + 1] ?? 0] ?? 0)
      for (let i = at; i < at + 3; i += 1) {
        const value = (pixels[i] ?? 0) + speck + 0.5
        pixels[i] = value < 0 ? 0 : value > 255 ? 255 : value
      }
    }
  }
}

/** Tones, enlarges to 1080 x 1920, adds grain at full size and encodes. */
export async function developFilm(film: Film, development: Development): Promise<Buffer> {
  const small = tone(film, development)
  const raw = { width: film.width, height: film.height, channels: 3 } as const
  const { data } = await sharp(small, { raw })
    .resize(EXPORT_WIDTH, EXPORT_HEIGHT, { kernel: 'mitchell', fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  addGrain(data, development)
  return sharp(data, { raw: { width: EXPORT_WIDTH, height: EXPORT_HEIGHT, channels: 3 } })
    .jpeg({ quality: 88 })
    .toBuffer()
}
