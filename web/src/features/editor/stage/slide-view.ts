import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { GlyphsUnavailable } from '../../../painter/asset-urls.ts'
import type { Painted, Painter } from '../../../painter/painter.ts'
import { watchScaled } from '../../../painter/scaled-canvas.ts'

/** Milliseconds a slide that is newly shown may wait for its picture, rather than flash without it: longer for the first. */
const WAIT_FOR_PICTURE = { first: 1500, next: 150 } as const

/** Milliseconds until what could not be loaded is tried again, beside when the connection is back. */
const RETRY_MS = 3000

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
  let retry: ReturnType<typeof setTimeout> | undefined
  const scaled = watchScaled(shown, canvas)

  const prepare = async (slide: Slide): Promise<void> => {
    prepared = slide
    try {
      await painter.prepare([slide], { resolveUrl: fileUrl })
      trouble?.(null)
    } catch (cause) {
      clearTimeout(retry)
      retry = setTimeout(again, RETRY_MS)
      trouble?.(cause instanceof GlyphsUnavailable ? 'letters' : 'picture')
    }
  }

  const again = (): void => {
    prepared = null
    invalidate()
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
      void late.then(invalidate)
      // What comes later than that is drawn when it is there.
      void prepare(slide).then(invalidate)
      return
    }
    const painted = painter.paint(canvas, slide)
    if (painted.region) scaled.update(painted.region)
    drawn?.(slide, painted)
    if (!painted.complete && prepared !== slide) void prepare(slide).then(invalidate)
  }

  // What failed for want of a network is tried again when there is one.
  addEventListener('online', again)
  invalidate()
  return {
    invalidate,
    stop() {
      stopped = true
      cancelAnimationFrame(frame)
      scaled.stop()
      clearTimeout(retry)
      removeEventListener('online', again)
    },
  }
}
