import { paintLarge } from '@ninesixteen/shared/scene/paint-tiles'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { getPainter } from '../../../painter/page-painter.ts'
import type { PaintAll, Painter } from '../../../painter/painter.ts'
import { contextOf, createSurface } from '../../../painter/surface.ts'
import type { Surface } from '../../../painter/surface.ts'
import { drawScaled } from '../../../painter/scaled-canvas.ts'
import { whenInputIdle } from './input-idle.ts'
import { storeProblems } from '../document/slide-problems.ts'
import { stageDrawing } from '../stage/stage-drawing.ts'

/** Width of a rendered thumbnail in pixels: sharp at 108 CSS pixels on a 2x screen. */
const THUMBNAIL_WIDTH = 216
/** Polls a stage that is still drawing the slide, every `wait` ms and `most` times; then the slide is drawn here. */
const STAGE_LOOK = { wait: 60, most: 30 } as const

interface ThumbnailRequest {
  slide: Slide
  /** Drawn roughly at once, and well when the user pauses. */
  isUrgent: boolean
  show(drawing: HTMLCanvasElement): void
}

/** Slides are immutable, so a rendering stays valid as long as its slide object lives. */
const drawings = new WeakMap<Slide, HTMLCanvasElement>()
/** Requested thumbnails by requester; a newer slide replaces the earlier one. */
const requests = new Map<object, ThumbnailRequest>()
let large: Surface | null = null
/** Whether requests of a kind are being drawn. */
const working = { urgent: false, idle: false }

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

function paintThumbnail(painter: Painter, slide: Slide): HTMLCanvasElement {
  large ??= createSurface(1, 1)
  painter.paint(large, slide)
  return shrink(large)
}

/** Works in steps, so that input is handled in between. */
async function drawWhenIdle(painter: Painter, slide: Slide): Promise<HTMLCanvasElement> {
  const copied = await fromStage(slide)
  if (copied) return copied
  await painter.prepare([slide], { resolveUrl: fileUrl })
  await whenInputIdle()
  return paintThumbnail(painter, slide)
}

/** Every format's sizes are multiples of five. */
const ROUGH_SCALE = 0.2

/** Draws at the size of a thumbnail: 25 times fewer pixels than the slide, but with jagged photos. */
async function drawRough(painter: Painter, slide: Slide): Promise<HTMLCanvasElement> {
  await painter.prepare([slide], { resolveUrl: fileUrl })
  const canvas = document.createElement('canvas')
  const paint: PaintAll = (target, scene, pictures) => {
    Object.assign(target, { width: scene.size.width * ROUGH_SCALE, height: scene.size.height * ROUGH_SCALE })
    paintLarge(contextOf(target), scene, { pictures, scale: ROUGH_SCALE })
  }
  painter.paintBy(paint, canvas, slide)
  return canvas
}

/** Lets input that is waiting be handled. A timer would wait at least 4 ms each time. */
function afterInput(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => (port1.close(), resolve()), { once: true })
    port1.start()
    port2.postMessage(null)
  })
}

function nextOf(isUrgent: boolean): [object, ThumbnailRequest] | undefined {
  for (const entry of requests) if (entry[1].isUrgent === isUrgent) return entry
  return undefined
}

async function drawRequested(isUrgent: boolean): Promise<void> {
  const kind = isUrgent ? 'urgent' : 'idle'
  if (working[kind]) return
  working[kind] = true
  const painter = await getPainter().catch(() => null)
  for (;;) {
    await (isUrgent ? afterInput() : whenInputIdle())
    const next = nextOf(isUrgent)
    if (!next) break
    const [requester, { slide, show }] = next
    requests.delete(requester)
    try {
      if (!painter) continue
      if (isUrgent) {
        requests.set(requester, { slide, isUrgent: false, show })
        show(await drawRough(painter, slide))
        continue
      }
      const drawing = drawings.get(slide) ?? (await drawWhenIdle(painter, slide))
      drawings.set(slide, drawing)
      show(drawing)
      examine(painter, slide)
    } catch {
      // The thumbnail keeps its last content: the stage reports the failure, and the next edit requests it again.
    }
  }
  working[kind] = false
  if (isUrgent) void drawRequested(false)
}

/**
 * Passes the slide's thumbnail to `show`: at once when it is cached, soon when it is urgent, else when the user pauses. Returns a function that
 * cancels the request.
 */
export function requestThumbnail(requester: object, request: ThumbnailRequest): () => void {
  const ready = drawings.get(request.slide)
  if (ready) {
    request.show(ready)
    return () => undefined
  }
  requests.set(requester, request)
  void drawRequested(request.isUrgent)
  return () => requests.delete(requester)
}
