import sharp from 'sharp'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import { type Rgb, clamp, mix } from './colour.ts'
import { type Film, blurFilm, shrinkFilm } from './film.ts'
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

/** Rows of a small film as rows of a large one, between its pixels. */
function enlargedRows(small: Film, width: number): (row: number) => Float32Array {
  const line = new Float32Array(small.width * 3)
  const out = new Float32Array(width * 3)
  const step = small.width / width
  return (row) => {
    const y = Math.min(small.height - 1.001, Math.max(0, (row + 0.5) * step - 0.5))
    const above = Math.floor(y) * line.length
    const fy = y - Math.floor(y)
    for (let i = 0; i < line.length; i += 1) {
      line[i] = (small.light[above + i] ?? 0) * (1 - fy) + (small.light[above + line.length + i] ?? 0) * fy
    }
    for (let column = 0, at = 0; column < width; column += 1) {
      const x = Math.min(small.width - 1.001, Math.max(0, (column + 0.5) * step - 0.5))
      const left = Math.floor(x)
      const fx = x - left
      for (let i = left * 3; i < left * 3 + 3; i += 1, at += 1) out[at] = (line[i] ?? 0) * (1 - fx) + (line[i + 3] ?? 0) * fx
    }
    return out
  }
}

function tone(film: Film, development: Development): Buffer {
  const { exposure = 1, vignette = 0.3, saturation = 1, bloom = 0.06, seed } = development
  const shadows = development.shadows ?? [1, 1, 1]
  const highlights = development.highlights ?? [1, 1, 1]
  const { width, height, light } = film
  const glowRow = enlargedRows(blurFilm(shrinkFilm(film, 4), 0.03), width)
  const bytes = Buffer.alloc(width * height * 3)
  const random = randomFrom(seed ^ 0x51ed)
  for (let row = 0, at = 0; row < height; row += 1) {
    const glow = glowRow(row)
    const dy = (row + 0.5) / height - 0.5
    for (let column = 0; column < width; column += 1, at += 3) {
      const dx = (column + 0.5) / width - 0.5
      const fall = exposure * (1 - vignette * clamp((dx * dx * 0.8 + dy * dy) * 2.2) ** 1.2)
      const direct = fall * (1 - bloom)
      const spilt = fall * bloom
      const red = direct * (light[at] ?? 0) + spilt * (glow[column * 3] ?? 0)
      const green = direct * (light[at + 1] ?? 0) + spilt * (glow[column * 3 + 1] ?? 0)
      const blue = direct * (light[at + 2] ?? 0) + spilt * (glow[column * 3 + 2] ?? 0)
      const luma = red * 0.2126 + green * 0.7152 + blue * 0.0722
      const bright = clamp(luma * 1.4)
      const grey = luma * (1 - saturation)
      const dither = random()
      bytes[at] = Math.min(255, curve((grey + red * saturation) * mix(shadows[0], highlights[0], bright)) + dither)
      bytes[at + 1] = Math.min(255, curve((grey + green * saturation) * mix(shadows[1], highlights[1], bright)) + dither)
      bytes[at + 2] = Math.min(255, curve((grey + blue * saturation) * mix(shadows[2], highlights[2], bright)) + dither)
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
