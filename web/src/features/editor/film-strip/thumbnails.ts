import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import type { Painter } from '../../../painter/painter.ts'
import { createSurface } from '../../../painter/surface.ts'
import type { Surface } from '../../../painter/surface.ts'
import { drawScaled } from '../../../painter/scaled-canvas.ts'
import { whenQuiet } from './quiet.ts'
import { keepProblems } from '../document/slide-problems.ts'
import { stageDrawing } from '../stage/stage-drawing.ts'

/** Pixels of a drawing, from which each place takes its own size: sharp at 108 CSS pixels on a screen of double density. */
const THUMBNAIL = { width: 216, height: 384 } as const
/** Milliseconds between two looks at a stage that is still drawing the slide, and how many: then it is drawn here. */
const STAGE_LOOK = { wait: 60, most: 30 } as const

/** Slides never change, edits make new ones: so a drawing is good for as long as its slide lives. */
const drawings = new WeakMap<Slide, HTMLCanvasElement>()
/** What is asked for, by who asks: the newest slide of each place counts. */
const wanted = new Map<object, { slide: Slide; show(drawing: HTMLCanvasElement): void }>()
let large: Surface | null = null
let working = false

function shrink(drawing: HTMLCanvasElement | OffscreenCanvas): HTMLCanvasElement {
  const small = document.createElement('canvas')
  small.width = THUMBNAIL.width
  small.height = THUMBNAIL.height
  drawScaled(small, drawing)
  return small
}

function examine(painter: Painter, slide: Slide): void {
  const problems = painter.examine(slide)
  if (problems) keepProblems(slide, problems)
}

/** The slide as the stage shows it, once it does; null for a slide that is not on it. */
async function fromStage(slide: Slide): Promise<HTMLCanvasElement | null> {
  for (let look = 0; look < STAGE_LOOK.most; look++) {
    const stage = stageDrawing()
    if (stage?.slideId !== slide.id) return null
    if (stage.whole === slide) return shrink(stage.canvas)
    await new Promise((resolve) => setTimeout(resolve, STAGE_LOOK.wait))
  }
  return null
}

/** In pieces, between which a key or press gets its turn. */
async function drawAnew(painter: Painter, slide: Slide): Promise<HTMLCanvasElement> {
  await painter.prepare([slide], { resolveUrl: fileUrl })
  await whenQuiet()
  large ??= createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(large, slide)
  return shrink(large)
}

async function drawThumbnail(slide: Slide): Promise<HTMLCanvasElement> {
  const painter = await getPainter()
  const drawing = (await fromStage(slide)) ?? (await drawAnew(painter, slide))
  examine(painter, slide)
  return drawing
}

async function drawWanted(): Promise<void> {
  for (;;) {
    await whenQuiet()
    const next = wanted.entries().next()
    if (next.done) break
    const [place, { slide, show }] = next.value
    wanted.delete(place)
    try {
      const drawing = drawings.get(slide) ?? (await drawThumbnail(slide))
      drawings.set(slide, drawing)
      show(drawing)
    } catch {
      // The place keeps what it showed; the stage tells of a network that fails, and the next change asks again.
    }
  }
  working = false
}

/** A slide's small drawing, at once when it exists, else when the page has a moment. The answer withdraws the wish. */
export function requestThumbnail(place: object, slide: Slide, show: (drawing: HTMLCanvasElement) => void): () => void {
  const ready = drawings.get(slide)
  if (ready) {
    show(ready)
    return () => undefined
  }
  wanted.set(place, { slide, show })
  if (!working) {
    working = true
    void drawWanted()
  }
  return () => wanted.delete(place)
}
