import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import type { Painter } from '../../../painter/painter.ts'
import { createSurface } from '../../../painter/surface.ts'
import type { Surface } from '../../../painter/surface.ts'
import { drawScaled } from '../../../painter/scaled-canvas.ts'
import { whenInputIdle } from './input-idle.ts'
import { storeProblems } from '../document/slide-problems.ts'
import { stageDrawing } from '../stage/stage-drawing.ts'

/** Width of a rendered thumbnail in pixels: sharp at 108 CSS pixels on a 2x screen. */
const THUMBNAIL_WIDTH = 216
/** Polls a stage that is still drawing the slide, every `wait` ms and `most` times; then the slide is drawn here. */
const STAGE_LOOK = { wait: 60, most: 30 } as const

/** Slides are immutable, so a rendering stays valid as long as its slide object lives. */
const drawings = new WeakMap<Slide, HTMLCanvasElement>()
/** Requested thumbnails by requester; a newer slide replaces the earlier one. */
const requests = new Map<object, { slide: Slide; show(drawing: HTMLCanvasElement): void }>()
let large: Surface | null = null
let working = false

function shrink(drawing: HTMLCanvasElement | OffscreenCanvas): HTMLCanvasElement {
  const small = document.createElement('canvas')
  small.width = THUMBNAIL_WIDTH
  small.height = Math.round((THUMBNAIL_WIDTH * drawing.height) / drawing.width)
  drawScaled(small, drawing)
  return small
}

function examine(painter: Painter, slide: Slide): void {
  const problems = painter.examine(slide)
  if (problems) storeProblems(slide, problems)
}

/** Copies the slide from the stage once it is drawn there; null for a slide that the stage doesn't show. */
async function fromStage(slide: Slide): Promise<HTMLCanvasElement | null> {
  for (let look = 0; look < STAGE_LOOK.most; look++) {
    const stage = stageDrawing()
    if (stage?.slideId !== slide.id) return null
    if (stage.whole === slide) return shrink(stage.canvas)
    await new Promise((resolve) => setTimeout(resolve, STAGE_LOOK.wait))
  }
  return null
}

/** Works in steps, so that input is handled in between. */
async function renderThumbnail(painter: Painter, slide: Slide): Promise<HTMLCanvasElement> {
  await painter.prepare([slide], { resolveUrl: fileUrl })
  await whenInputIdle()
  large ??= createSurface(1, 1)
  painter.paint(large, slide)
  return shrink(large)
}

async function drawThumbnail(slide: Slide): Promise<HTMLCanvasElement> {
  const painter = await getPainter()
  const drawing = (await fromStage(slide)) ?? (await renderThumbnail(painter, slide))
  examine(painter, slide)
  return drawing
}

async function drawRequested(): Promise<void> {
  for (;;) {
    await whenInputIdle()
    const next = requests.entries().next()
    if (next.done) break
    const [requester, { slide, show }] = next.value
    requests.delete(requester)
    try {
      const drawing = drawings.get(slide) ?? (await drawThumbnail(slide))
      drawings.set(slide, drawing)
      show(drawing)
    } catch {
      // The thumbnail keeps its last content: the stage reports the failure, and the next edit requests it again.
    }
  }
  working = false
}

/** Passes the slide's thumbnail to `show`, at once when it is cached, else when the page is idle. Returns a function that cancels the request. */
export function requestThumbnail(requester: object, slide: Slide, show: (drawing: HTMLCanvasElement) => void): () => void {
  const ready = drawings.get(slide)
  if (ready) {
    show(ready)
    return () => undefined
  }
  requests.set(requester, { slide, show })
  if (!working) {
    working = true
    void drawRequested()
  }
  return () => requests.delete(requester)
}
