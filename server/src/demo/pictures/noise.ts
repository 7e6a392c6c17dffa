/** Pseudo-random numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A field over the plane. */
export type Field = (x: number, y: number) => number

export interface FractalShape {
  octaves: number
  /** Amplitude of each octave relative to the one before. */
  gain?: number
  /** Frequency of each octave relative to the one before. */
  lacunarity?: number
}

export interface Noise {
  /** Gradient noise, about -1 to 1, one feature a unit. */
  smooth: Field
  /** Octaves of gradient noise, about -1 to 1. */
  fractal(shape: FractalShape): Field
  /** Octaves of folded noise, 0 to 1, with sharp crests. */
  ridged(shape: FractalShape): Field
  /** Octaves of folded noise turned over, 0 to 1: rounded heads, sharp clefts. */
  billowed(shape: FractalShape): Field
}

const DIRECTIONS = 64
/** Slopes in all directions, x and y in turn. */
const SLOPES = Float64Array.from({ length: DIRECTIONS * 2 }, (_, i) =>
  (i % 2 === 0 ? Math.cos : Math.sin)((Math.floor(i / 2) / DIRECTIONS) * Math.PI * 2),
)

/** One shuffled table for all: a seed picks a far-off place on the plane, which keeps the hot function a single one. */
const ORDER = new Uint8Array(512)
{
  const random = randomFrom(9 * 16)
  for (let i = 0; i < 256; i += 1) ORDER[i] = i
  for (let i = 255; i > 0; i -= 1) {
    const other = Math.floor(random() * (i + 1))
    const kept = ORDER[i] ?? 0
    ORDER[i] = ORDER[other] ?? 0
    ORDER[other] = kept
  }
  ORDER.copyWithin(256, 0, 256)
}

function corner(cell: number, x: number, y: number): number {
  const direction = ((ORDER[cell & 255] ?? 0) & (DIRECTIONS - 1)) * 2
  return (SLOPES[direction] ?? 0) * x + (SLOPES[direction + 1] ?? 0) * y
}

function gradientNoise(x: number, y: number): number {
  const cellX = Math.floor(x)
  const cellY = Math.floor(y)
  const fx = x - cellX
  const fy = y - cellY
  const column = cellX & 255
  const row = cellY & 255
  const a = (ORDER[column] ?? 0) + row
  const b = (ORDER[column + 1] ?? 0) + row
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const top = corner(a, fx, fy)
  const bottom = corner(a + 1, fx, fy - 1)
  const upper = top + (corner(b, fx - 1, fy) - top) * u
  const lower = bottom + (corner(b + 1, fx - 1, fy - 1) - bottom) * u
  return (upper + (lower - upper) * v) * 1.5
}

export function noiseFrom(seed: number): Noise {
  const random = randomFrom(seed)
  const left = random() * 256
  const top = random() * 256
  const amplitudes = ({ octaves, gain = 0.5 }: FractalShape): Float64Array => {
    const raw = Float64Array.from({ length: octaves }, (_, i) => gain ** i)
    const whole = raw.reduce((sum, value) => sum + value, 0)
    return raw.map((value) => value / whole)
  }
  // Each octave is turned a little, so that the lattice never shows.
  const turns = ({ lacunarity = 2.02 }: FractalShape) => ({ cos: 0.8 * lacunarity, sin: 0.6 * lacunarity })

  return {
    smooth: (x, y) => gradientNoise(x + left, y + top),
    fractal: (shape) => {
      const weights = amplitudes(shape)
      const { cos, sin } = turns(shape)
      return (x, y) => {
        let sum = 0
        let px = x + left
        let py = y + top
        for (let i = 0; i < weights.length; i += 1) {
          sum += (weights[i] ?? 0) * gradientNoise(px, py)
          const turned = px * cos - py * sin
          py = px * sin + py * cos
          px = turned
        }
        return sum
      }
    },
    ridged: (shape) => {
      const weights = amplitudes(shape)
      const { cos, sin } = turns(shape)
      return (x, y) => {
        let sum = 0
        let px = x + left
        let py = y + top
        for (let i = 0; i < weights.length; i += 1) {
          const crest = 1 - Math.min(1, Math.abs(gradientNoise(px, py)))
          sum += (weights[i] ?? 0) * crest * crest
          const turned = px * cos - py * sin
          py = px * sin + py * cos
          px = turned
        }
        return sum
      }
    },
    billowed: (shape) => {
      const weights = amplitudes(shape)
      const { cos, sin } = turns(shape)
      return (x, y) => {
        let sum = 0
        let px = x + left
        let py = y + top
        for (let i = 0; i < weights.length; i += 1) {
          sum += (weights[i] ?? 0) * Math.min(1, Math.abs(gradientNoise(px, py)))
          const turned = px * cos - py * sin
          py = px * sin + py * cos
          px = turned
        }
        return sum
      }
    },
  }
}
