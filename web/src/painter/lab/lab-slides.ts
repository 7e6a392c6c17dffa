import { MAIN_FORMAT, slideSize, type Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { getPainter } from '../page-painter.ts'
import type { ResolveUrl } from '../images.ts'
import { contextOf, createSurface } from '../surface.ts'

/** URLs of the lab's images. */
export const resolveUrl: ResolveUrl = async (path, variant) => `/pictures/${path}?variant=${variant}`

const sets = new Map<string, Promise<Slide[]>>()

/** Fetches one slide of a set, as a format shows it. */
export async function fetchSlide(set: string, index: number, format: Format): Promise<Slide> {
  const slide = (await storedSlides(set))[index]
  if (!slide) throw new RangeError(`There is no slide ${index}`)
  return inFormat(slide, format)
}

/** Fetches a set of slides by name, as a format shows them. */
export async function fetchSlides(set: string, format: Format = MAIN_FORMAT): Promise<Slide[]> {
  return (await storedSlides(set)).map((slide) => inFormat(slide, format))
}

function storedSlides(set: string): Promise<Slide[]> {
  const load = async (): Promise<Slide[]> => {
    const response = await fetch(`/slides/${set}`)
    return slideSchema.array().parse(await response.json())
  }
  const slides = sets.get(set) ?? load()
  sets.set(set, slides)
  return slides
}

export async function paintSlide(slide: Slide): Promise<OffscreenCanvas | HTMLCanvasElement> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl })
  const { width, height } = slideSize(slide)
  const surface = createSurface(width, height)
  if (!painter.paint(surface, slide).complete) throw new Error(`Slide ${slide.id} is not complete`)
  return surface
}

export function pixelsOf(surface: OffscreenCanvas | HTMLCanvasElement): Uint8ClampedArray<ArrayBuffer> {
  return contextOf(surface).getImageData(0, 0, surface.width, surface.height).data
}

/** Larger differences are visible. */
const VISIBLE = 8

export interface Difference {
  bytes: number
  largest: number
  /** Share of the pixels with a channel that differs by more than 8. */
  visible: number
}

export function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): Difference {
  if (a.length !== b.length) return { bytes: Math.max(a.length, b.length), largest: 255, visible: 1 }
  const [pixelsA, pixelsB] = [a, b].map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)) as [
    Uint32Array,
    Uint32Array,
  ]
  let bytes = 0
  let largest = 0
  let visible = 0
  for (let pixel = 0; pixel < pixelsA.length; pixel++) {
    if (pixelsA[pixel] === pixelsB[pixel]) continue
    let distance = 0
    for (let i = 4 * pixel; i < 4 * pixel + 4; i++) {
      const channel = Math.abs((a[i] ?? 0) - (b[i] ?? 0))
      if (channel > 0) bytes += 1
      distance = Math.max(distance, channel)
    }
    largest = Math.max(largest, distance)
    if (distance > VISIBLE) visible += 1
  }
  return { bytes, largest, visible: visible / pixelsA.length }
}

interface SetInFormat {
  set: string
  format: Format
}

async function fetchDrawn({ set, format }: SetInFormat, index: number, as: 'pixels' | 'hash'): Promise<Response> {
  const response = await fetch(`/server/${set}/${index}?format=${format}&as=${as}`)
  if (!response.ok) throw new Error(await response.text())
  return response
}

/** The server's rendering of a slide of a set in a format. */
export async function serverPixels(from: SetInFormat, index: number): Promise<Uint8ClampedArray> {
  return new Uint8ClampedArray(await (await fetchDrawn(from, index, 'pixels')).arrayBuffer())
}

/** SHA-256 of it. */
export async function serverHash(from: SetInFormat, index: number): Promise<string> {
  return (await fetchDrawn(from, index, 'hash')).text()
}

/** SHA-256 of pixels in hexadecimal. */
export async function hashOf(pixels: Uint8ClampedArray<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', pixels))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
