import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { LettersLost } from '../../../painter/asset-urls.ts'
import type { Painted, Painter } from '../../../painter/painter.ts'
import { keepScaled } from '../../../painter/scaled-canvas.ts'

/** Milliseconds a slide that is newly shown may wait for its picture, rather than flash without it: longer for the first. */
const WAIT_FOR_PICTURE = { first: 1500, next: 150 } as const

export type Trouble = 'picture' | 'letters'

export interface SlideViewParts {
  painter: Painter
  /** Takes the drawing in its full size, out of sight. */
  painted: HTMLCanvasElement
  /** Shows it in the pixels of the screen. */
  shown: HTMLCanvasElement
  /** The slide as it looks now, running gesture included. */
  look(): Slide
  /** After each drawing, in the same frame. */
  drawn?(slide: Slide, painted: Painted): void
  /** Pictures or letters could not be loaded; null when they could again. */
  trouble?(what: Trouble | null): void
}

export interface SlideView {
  /** Draws in the next frame. */
  invalidate(): void
  stop(): void
}

/** Keeps a slide shown: at most one drawing a frame, and another one when what it lacked has been loaded. */
export function startSlideView({ painter, painted: canvas, shown, look, drawn, trouble }: SlideViewParts): SlideView {
  let frame = 0
  let stopped = false
  let shownId: string | null = null
  /** The slide whose pictures were looked for last: not again, so that a lost picture makes no loop. */
  let prepared: Slide | null = null
  const scaled = keepScaled(shown, canvas)

  const prepare = async (slide: Slide): Promise<void> => {
    prepared = slide
    try {
      await painter.prepare([slide], { resolveUrl: fileUrl })
      trouble?.(null)
    } catch (cause) {
      prepared = null
      trouble?.(cause instanceof LettersLost ? 'letters' : 'picture')
    }
  }

  const invalidate = (): void => {
    if (!stopped && frame === 0) frame = requestAnimationFrame(draw)
  }

  const draw = (): void => {
    frame = 0
    const slide = look()
    if (slide.id !== shownId) {
      const patience = shownId === null ? WAIT_FOR_PICTURE.first : WAIT_FOR_PICTURE.next
      shownId = slide.id
      const late = new Promise((resolve) => setTimeout(resolve, patience))
      void Promise.race([prepare(slide), late]).then(invalidate)
      return
    }
    const painted = painter.paint(canvas, slide)
    if (painted.region) scaled.update(painted.region)
    drawn?.(slide, painted)
    if (!painted.complete && prepared !== slide) void prepare(slide).then(invalidate)
  }

  // What failed for want of a network is tried again when there is one.
  addEventListener('online', invalidate)
  invalidate()
  return {
    invalidate,
    stop() {
      stopped = true
      cancelAnimationFrame(frame)
      scaled.stop()
      removeEventListener('online', invalidate)
    },
  }
}
