// The page of the parity test and the render bench: the real painter without the product.
import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { FileType } from '../export-messages.ts'
import { getPainter } from '../page-painter.ts'
import { contextOf, createSurface } from '../surface.ts'
import { exportLab } from './export-lab.ts'
import { hashLab } from './hash-lab.ts'
import { differenceOf, fetchSlide, fetchSlides, paintSlide, pixelsOf, resolveUrl, serverPixels } from './lab-slides.ts'
import type { Difference } from './lab-slides.ts'
import { videoLab } from './video-lab.ts'

/** Bytes in which this browser's rendering of a slide in a format differs from the server's. */
async function compareWithServer(set: string, index: number, format: Format = MAIN_FORMAT): Promise<Difference> {
  const slide = await fetchSlide(set, index, format)
  const [own, servers] = await Promise.all([paintSlide(slide), serverPixels({ set, format }, index)])
  return differenceOf(pixelsOf(own), servers)
}

/** Draws slides in sequence on one canvas, with boxes moved in between. Returns the bytes that differ from fresh renderings. */
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

/** Milliseconds to encode drawn canvases in sequence on this thread. */
async function measureEncoding(set: string, fileType: FileType): Promise<number> {
  const surfaces: OffscreenCanvas[] = []
  for (const slide of await fetchSlides(set)) {
    const surface = await paintSlide(slide)
    pixelsOf(surface)
    surfaces.push(surface as OffscreenCanvas)
  }
  const start = performance.now()
  for (const surface of surfaces) await surface.convertToBlob({ type: `image/${fileType}`, quality: 0.92 })
  return performance.now() - start
}

/** Milliseconds of each redraw while a text box is dragged, including rasterization. */
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
  ...exportLab,
  ...hashLab,
  ...videoLab,
  compareWithServer,
  compareRepaint,
  measureEncoding,
  measureRedraw,
}
window.painterLab = lab
