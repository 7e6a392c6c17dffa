import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import { drawScaled } from '../../../painter/scaled-canvas.ts'
import { createSurface, type Surface } from '../../../painter/surface.ts'

/** Pixels of a drawing: sharp on a phone-like card of 216 CSS pixels on a screen of double density. */
const DRAWING = { width: 432, height: 768 } as const

/** Slides never change, so a drawing is good for as long as its slide lives. */
const drawings = new WeakMap<Slide, HTMLCanvasElement>()
/** What is asked for, by the place that asks. */
const wanted = new Map<object, { slide: Slide; show(drawing: HTMLCanvasElement): void }>()
let large: Surface | null = null
let isWorking = false

async function draw(slide: Slide): Promise<HTMLCanvasElement> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  large ??= createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(large, slide)
  const small = document.createElement('canvas')
  Object.assign(small, DRAWING)
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
      // A key or a press that waits gets its turn between two slides.
      await new Promise((resolve) => setTimeout(resolve))
    } catch {
      // The place stays empty, as when the page is left meanwhile; what is posted is drawn by the server and does not depend on it.
    }
  }
  isWorking = false
}

/** A slide as it will be posted, small. The answer withdraws the wish. */
export function requestDrawing(place: object, slide: Slide, show: (drawing: HTMLCanvasElement) => void): () => void {
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
