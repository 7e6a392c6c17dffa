import { expect } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { colorAt, type Pixels } from './exporting.ts'

type Color = readonly [red: number, green: number, blue: number]

/** Muted, so that printing inks and small color spaces hold them too. */
const COLORS = { topLeft: [190, 60, 60], topRight: [60, 150, 70], bottomLeft: [60, 80, 170], bottomRight: [200, 180, 80] } as const

interface Size {
  width: number
  height: number
}

function field({ width, height }: Size, [r, g, b]: Color): Promise<Buffer> {
  return sharp({ create: { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3, background: { r, g, b } } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}

/** A picture of four colors, one in each quarter: it shows which way up it is, and whether its colors are still the same. */
export async function quarters(size: Size): Promise<Sharp> {
  const [left, top] = [Math.floor(size.width / 2), Math.floor(size.height / 2)]
  const canvas = sharp({ create: { ...size, channels: 3, background: { r: 0, g: 0, b: 0 } }, limitInputPixels: false })
  const drawn = canvas.composite([
    { input: await field(size, COLORS.topLeft), left: 0, top: 0 },
    { input: await field(size, COLORS.topRight), left, top: 0 },
    { input: await field(size, COLORS.bottomLeft), left: 0, top },
    { input: await field(size, COLORS.bottomRight), left, top },
  ])
  // Composed before anything else is done: sharp would turn and convert first.
  return sharp(await drawn.png({ compressionLevel: 1 }).toBuffer(), { limitInputPixels: false })
}

/** The quarters are where they were, in their colors, within what conversions round. */
export function expectQuarters(pixels: Pixels, within: number): void {
  const places = { topLeft: [0.2, 0.2], topRight: [0.8, 0.2], bottomLeft: [0.2, 0.8], bottomRight: [0.8, 0.8] } as const
  for (const name of ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const) {
    const [x, y] = places[name]
    const found = colorAt(pixels, x, y)
    const off = Math.max(...found.map((value, channel) => Math.abs(value - (COLORS[name][channel] ?? 0))))
    expect(off, `${name} is ${found.join(' ')} instead of ${COLORS[name].join(' ')}`).toBeLessThanOrEqual(within)
  }
}
