import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../api/file-urls.ts'
import { getPainter } from '../painter/page-painter.ts'
import { drawScaled } from '../painter/scaled-canvas.ts'
import { createSurface, type Surface } from '../painter/surface.ts'

/** Width in pixels: sharp on a card of 216 CSS pixels on a 2x screen. */
const DRAWING_WIDTH = 432

/** Slides are immutable, so a rendering stays valid as long as its slide object lives. */
const drawings = new WeakMap<Slide, HTMLCanvasElement>()
/** Requested renderings, by requester. */
const wanted = new Map<object, { slide: Slide; show(drawing: HTMLCanvasElement): void }>()
let large: Surface | null = null
let isWorking = false

async function draw(slide: Slide): Promise<HTMLCanvasElement> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  large ??= createSurface(1, 1)
  painter.paint(large, slide)
  const small = document.createElement('canvas')
  Object.assign(small, { width: DRAWING_WIDTH, height: Math.round((DRAWING_WIDTH * large.height) / large.width) })
  drawScaled(small, large)
  return small
}

async function drawWanted(): Promise<void> {
  for (let next = wanted.entries().next(); !next.done; next = wanted.entries().next()) {
    const [place, { slide, show }] = next.value
    wanted.delete(place)
    try {
      const drawing = drawings.get(slide) ?? (await draw(slide))
      drawings.set(slide, drawing)
      show(drawing)
      // Input is handled between two slides.
      await new Promise((resolve) => setTimeout(resolve))
    } catch {
      // The preview stays empty. The post isn't affected, because the server renders it.
    }
  }
  isWorking = false
}

/** Passes a small rendering of the slide to `show`. Returns a function that cancels the request. */
export function requestPreview(place: object, slide: Slide, show: (drawing: HTMLCanvasElement) => void): () => void {
  const ready = drawings.get(slide)
  if (ready) {
    show(ready)
    return () => undefined
  }
  wanted.set(place, { slide, show })
  if (!isWorking) {
    isWorking = true
    void drawWanted()
  }
  return () => wanted.delete(place)
}
