import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { hexOfRgb } from './colors.ts'

type Pixel = readonly [red: number, green: number, blue: number]

/** Colors closer than this, as distance in RGB, look the same on a swatch. */
const SAME = 28

const CHANNELS = [0, 1, 2] as const

function pixelsOf({ data }: PixelImage): Pixel[] {
  const pixels: Pixel[] = []
  for (let i = 0; i + 3 < data.length; i += 4) {
    if ((data[i + 3] ?? 0) >= 128) pixels.push([data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0])
  }
  return pixels
}

/** The channel in which a group of pixels differs most, and by how much. */
function widest(pixels: readonly Pixel[]): { channel: 0 | 1 | 2; range: number } {
  const ranges = CHANNELS.map((channel) => {
    let [low, high] = [255, 0]
    for (const pixel of pixels) {
      low = Math.min(low, pixel[channel])
      high = Math.max(high, pixel[channel])
    }
    return { channel, range: high - low }
  })
  return ranges.reduce((best, other) => (other.range > best.range ? other : best))
}

function mean(pixels: readonly Pixel[]): Pixel {
  const sum = (channel: 0 | 1 | 2): number => pixels.reduce((total, pixel) => total + pixel[channel], 0) / pixels.length
  return [sum(0), sum(1), sum(2)]
}

const distance = (a: Pixel, b: Pixel): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** The main colors of an image as hex, the most frequent first: median cut, without colors that look the same. */
export function photoPalette(image: PixelImage, count: number): string[] {
  let groups = [pixelsOf(image)].filter((pixels) => pixels.length > 0)
  // More groups than colors, because some merge below.
  while (groups.length < count * 2) {
    const ranked = groups
      .map((pixels) => ({ pixels, ...widest(pixels) }))
      .toSorted((a, b) => b.range * Math.sqrt(b.pixels.length) - a.range * Math.sqrt(a.pixels.length))
    const [target] = ranked
    if (!target || target.range === 0) break
    const sorted = target.pixels.toSorted((a, b) => a[target.channel] - b[target.channel])
    const middle = sorted.length >> 1
    groups = [...groups.filter((pixels) => pixels !== target.pixels), sorted.slice(0, middle), sorted.slice(middle)]
  }
  const means = groups.toSorted((a, b) => b.length - a.length).map(mean)
  const distinct = means.filter((color, index) => means.slice(0, index).every((other) => distance(color, other) >= SAME))
  return distinct.slice(0, count).map(hexOfRgb)
}
