import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../api/file-urls.ts'
import { getPainter } from '../painter/page-painter.ts'
import { drawScaled } from '../painter/scaled-canvas.ts'
import { createSurface, type Surface } from '../painter/surface.ts'

/** Width in pixels: sharp on a card of 216 CSS pixels on a 2x screen. */
const DRAWING_WIDTH = 432

/** Slides are immutable, so a rendering stays valid as long as its slide object lives. */
const rendered = new WeakMap<Slide, HTMLCanvasElement>()
/** Requested renderings, by requester. */
const queue = new Map<object, { slide: Slide; show(canvas: HTMLCanvasElement): void }>()
let large: Surface | null = null
let isWorking = false

async function render(slide: Slide): Promise<HTMLCanvasElement> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  large ??= createSurface(1, 1)
  painter.paint(large, slide)
  const small = document.createElement('canvas')
  Object.assign(small, { width: DRAWING_WIDTH, height: Math.round((DRAWING_WIDTH * large.height) / large.width) })
  drawScaled(small, large)
  return small
}

async function renderQueue(): Promise<void> {
  for (let next = queue.entries().next(); !next.done; next = queue.entries().next()) {
    const [owner, { slide, show }] = next.value
    queue.delete(owner)
    try {
      const canvas = rendered.get(slide) ?? (await render(slide))
      rendered.set(slide, canvas)
      show(canvas)
      // Input is handled between two slides.
      await new Promise((resolve) => setTimeout(resolve))
    } catch {
      // The preview stays empty. The post isn't affected, because the server renders it.
    }
  }
  isWorking = false
}

/** Passes a small rendering of the slide to `show`. Returns a function that cancels the request. */
export function requestPreview(owner: object, slide: Slide, show: (canvas: HTMLCanvasElement) => void): () => void {
  const ready = rendered.get(slide)
  if (ready) {
    show(ready)
    return () => undefined
  }
  queue.set(owner, { slide, show })
  if (!isWorking) {
    isWorking = true
    void renderQueue()
  }
  return () => queue.delete(owner)
}
