// The page of the parity test and of the render bench: the real painter, without the product round it.
import { EXPORT_HEIGHT, EXPORT_WIDTH, slideSchema } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { exportSlides } from '../export-slides.ts'
import type { ExportFormat } from '../export-messages.ts'
import { getPainter } from '../painter.ts'
import { decodePicture } from '../pictures.ts'
import type { ResolveUrl } from '../pictures.ts'
import { contextOf, createSurface } from '../surface.ts'

const resolveUrl: ResolveUrl = async (path, variant) => `/pictures/${path}?variant=${variant}`

const sets = new Map<string, Promise<Slide[]>>()

function fetchSlides(set: string): Promise<Slide[]> {
  const load = async (): Promise<Slide[]> => {
    const response = await fetch(`/slides/${set}`)
    return slideSchema.array().parse(await response.json())
  }
  const slides = sets.get(set) ?? load()
  sets.set(set, slides)
  return slides
}

async function paintSlide(slide: Slide): Promise<OffscreenCanvas | HTMLCanvasElement> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl })
  const surface = createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  if (!painter.paint(surface, slide).complete) throw new Error(`Slide ${slide.id} is not complete`)
  return surface
}

function pixelsOf(surface: OffscreenCanvas | HTMLCanvasElement): Uint8ClampedArray {
  return contextOf(surface).getImageData(0, 0, EXPORT_WIDTH, EXPORT_HEIGHT).data
}

interface Difference {
  bytes: number
  largest: number
}

function differenceOf(a: Uint8ClampedArray, b: Uint8ClampedArray): Difference {
  if (a.length !== b.length) return { bytes: Math.max(a.length, b.length), largest: 255 }
  const [pixelsA, pixelsB] = [a, b].map((bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)) as [
    Uint32Array,
    Uint32Array,
  ]
  let bytes = 0
  let largest = 0
  for (let pixel = 0; pixel < pixelsA.length; pixel++) {
    if (pixelsA[pixel] === pixelsB[pixel]) continue
    for (let i = 4 * pixel; i < 4 * pixel + 4; i++) {
      const distance = Math.abs((a[i] ?? 0) - (b[i] ?? 0))
      if (distance > 0) bytes += 1
      largest = Math.max(largest, distance)
    }
  }
  return { bytes, largest }
}

/** Bytes in which this browser's drawing of a slide differs from the server's. */
async function compareWithServer(set: string, index: number): Promise<Difference> {
  const slide = (await fetchSlides(set))[index]
  if (!slide) throw new RangeError(`There is no slide ${index}`)
  const response = await fetch(`/server/${set}/${index}`)
  if (!response.ok) throw new Error(await response.text())
  return differenceOf(pixelsOf(await paintSlide(slide)), new Uint8ClampedArray(await response.arrayBuffer()))
}

/** Bytes in which the exported PNG of each slide differs from what the preview shows. */
async function compareWithExport(set: string): Promise<Difference[]> {
  const slides = await fetchSlides(set)
  const files = await exportSlides(slides, { resolveUrl, format: 'png' })
  const differences: Difference[] = []
  for (const [index, slide] of slides.entries()) {
    const file = files[index]
    if (!file) throw new Error(`Slide ${index} was not exported`)
    const { data } = await decodePicture(file)
    differences.push(differenceOf(pixelsOf(await paintSlide(slide)), new Uint8ClampedArray(data)))
  }
  return differences
}

/** Slides drawn one over the other on one canvas, with moved boxes between: bytes in which it differs from a fresh drawing. */
async function compareRepaint(set: string): Promise<Difference[]> {
  const painter = await getPainter()
  const slides = await fetchSlides(set)
  await painter.prepare(slides, { resolveUrl })
  const canvas = createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  const differences: Difference[] = []
  for (const [index, slide] of slides.entries()) {
    const moved = {
      ...slide,
      textBoxes: slide.textBoxes.map((box, i) => (i === index % 4 ? { ...box, x: box.x + 7, y: box.y + 3.3 } : box)),
      imageBoxes: slide.imageBoxes.map((box) => ({ ...box, x: box.x - 5 })),
    }
    for (const state of [slide, moved, { ...moved, textBoxes: moved.textBoxes.slice(1) }]) painter.paint(canvas, state)
    painter.paint(canvas, moved)
    differences.push(differenceOf(pixelsOf(canvas), pixelsOf(await paintSlide(moved))))
  }
  return differences
}

/** Cancels an export after its first slide. What it ended with, and whether another one then works. */
async function cancelExport(set: string): Promise<{ reason: string; drawn: number; filesAfterwards: number }> {
  const slides = await fetchSlides(set)
  const controller = new AbortController()
  let drawn = 0
  const onProgress = (done: number): void => {
    drawn = done
    controller.abort(new Error('enough'))
  }
  const ended = await exportSlides(slides, { resolveUrl, format: 'jpeg', onProgress, signal: controller.signal }).then(
    () => 'finished',
    (error: unknown) => String(error),
  )
  const files = await exportSlides(slides.slice(0, 3), { resolveUrl, format: 'jpeg' })
  return { reason: ended, drawn, filesAfterwards: files.length }
}

/** What an export ends with when its pictures cannot be fetched, or are not there any more. */
async function exportWithout(set: string, how: 'network' | 'file'): Promise<string> {
  const url = how === 'network' ? 'http://127.0.0.1:1/' : null
  return exportSlides(await fetchSlides(set), { resolveUrl: async () => url, format: 'jpeg' }).then(
    (files) => `${files.length} files`,
    (error: unknown) => String(error),
  )
}

/** Milliseconds an export takes, and the bytes it made. The first one starts the workers, the next ones find them. */
async function measureExport(set: string, format: ExportFormat): Promise<{ ms: number; bytes: number }> {
  const slides = await fetchSlides(set)
  const start = performance.now()
  const files = await exportSlides(slides, { resolveUrl, format })
  return { ms: performance.now() - start, bytes: files.reduce((sum, file) => sum + file.size, 0) }
}

/** Milliseconds to encode canvases that are already drawn, one after the other in this thread. */
async function measureEncoding(set: string, format: ExportFormat): Promise<number> {
  const surfaces: OffscreenCanvas[] = []
  for (const slide of await fetchSlides(set)) {
    const surface = await paintSlide(slide)
    pixelsOf(surface)
    surfaces.push(surface as OffscreenCanvas)
  }
  const start = performance.now()
  for (const surface of surfaces) await surface.convertToBlob({ type: `image/${format}`, quality: 0.92 })
  return performance.now() - start
}

/** Milliseconds of each redraw while a text box is dragged, rasterised to the end. */
async function measureRedraw(set: string, times: number): Promise<number[]> {
  const [slide] = await fetchSlides(set)
  if (!slide) throw new Error('There is no slide to redraw')
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl })
  const canvas = document.createElement('canvas')
  document.body.append(canvas)
  const durations: number[] = []
  for (let step = 0; step < times; step++) {
    const textBoxes = slide.textBoxes.map((box, index) => (index === 0 ? { ...box, x: box.x + (step % 40), y: box.y + (step % 30) } : box))
    const start = performance.now()
    painter.paint(canvas, { ...slide, textBoxes })
    contextOf(canvas).getImageData(step % EXPORT_WIDTH, 0, 1, 1)
    durations.push(performance.now() - start)
    await new Promise(requestAnimationFrame)
  }
  canvas.remove()
  return durations
}

declare global {
  interface Window {
    painterLab: typeof lab
  }
}

const lab = {
  compareWithServer,
  compareWithExport,
  compareRepaint,
  cancelExport,
  exportWithout,
  measureExport,
  measureEncoding,
  measureRedraw,
}
window.painterLab = lab
