import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../api/file-urls.ts'
import { getPainter } from '../../painter/painter.ts'
import { createSurface } from '../../painter/surface.ts'
import type { Surface } from '../../painter/surface.ts'
import { drawScaled } from '../../painter/scaled-canvas.ts'
import { keepProblems } from './slide-problems.ts'

/** Pixels of a drawing, from which each place takes its own size: sharp at 108 CSS pixels on a screen of double density. */
const THUMBNAIL = { width: 216, height: 384 } as const

/** Slides never change, edits make new ones: so a drawing is good for as long as its slide lives. */
const drawings = new WeakMap<Slide, HTMLCanvasElement>()
/** What is asked for, by who asks: the newest slide of each place counts. */
const wanted = new Map<object, { slide: Slide; show(drawing: HTMLCanvasElement): void }>()
let large: Surface | null = null
let working = false

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 300 })
  else setTimeout(run, 30)
}

async function drawThumbnail(slide: Slide): Promise<HTMLCanvasElement> {
  const painter = await getPainter()
  await painter.prepare([slide], { resolveUrl: fileUrl })
  large ??= createSurface(EXPORT_WIDTH, EXPORT_HEIGHT)
  painter.paint(large, slide)
  const problems = painter.examine(slide)
  if (problems) keepProblems(slide, problems)
  const small = document.createElement('canvas')
  small.width = THUMBNAIL.width
  small.height = THUMBNAIL.height
  drawScaled(small, large)
  return small
}

/** While a box is held the frames belong to the stage. */
const isBoxHeld = (): boolean => document.querySelector('[data-held]') !== null

async function drawNext(): Promise<void> {
  if (isBoxHeld()) {
    setTimeout(() => void drawNext(), 200)
    return
  }
  const next = wanted.entries().next()
  if (next.done) {
    working = false
    return
  }
  const [place, { slide, show }] = next.value
  wanted.delete(place)
  try {
    const drawing = drawings.get(slide) ?? (await drawThumbnail(slide))
    drawings.set(slide, drawing)
    show(drawing)
  } catch {
    // The place keeps what it showed; the stage tells of a network that fails, and the next change asks again.
  }
  whenIdle(() => void drawNext())
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
    whenIdle(() => void drawNext())
  }
  return () => wanted.delete(place)
}
