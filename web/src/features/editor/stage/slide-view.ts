import type { Slide } from '@ninesixteen/shared/slide/model'
import { fileUrl } from '../../../api/file-urls.ts'
import { GlyphsUnavailable } from '../../../painter/asset-urls.ts'
import type { Painted, Painter } from '../../../painter/painter.ts'
import { watchScaled } from '../../../painter/scaled-canvas.ts'

/** Milliseconds that a newly shown slide waits for its photo instead of flashing without it; longer for the first slide. */
const PHOTO_WAIT = { first: 1500, next: 150 } as const

/** Milliseconds until a failed load is retried. */
const RETRY_MS = 3000

/** Milliseconds without a change after which a photo that moved is drawn in full quality. */
const REST_MS = 120

export type LoadFailure = 'photo' | 'glyphs'

export interface SlideViewParts {
  painter: Painter
  /** Hidden canvas at full size. */
  painted: HTMLCanvasElement
  /** Visible canvas at screen resolution. */
  shown: HTMLCanvasElement
  /** The current slide, including the running gesture. */
  currentSlide(): Slide
  /** Runs after each paint, in the same frame. */
  drawn?(slide: Slide, painted: Painted): void
  /** Reports assets that failed to load; null once they have loaded. */
  onLoadFailure?(what: LoadFailure | null): void
}

export interface SlideView {
  /** Paints in the next frame. */
  invalidate(): void
  stop(): void
}

/** Keeps a slide painted: at most once a frame, and again when missing assets have loaded. */
export function startSlideView({ painter, painted: canvas, shown, currentSlide, drawn, onLoadFailure }: SlideViewParts): SlideView {
  let frame = 0
  let stopped = false
  let shownId: string | null = null
  /** The last slide whose assets were loaded; loading them only once avoids a loop on a missing photo. */
  let prepared: Slide | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  /** The placement of the photo in the last frame. */
  let placement: Slide['photoPlacement']
  let rest: ReturnType<typeof setTimeout> | undefined
  const scaled = watchScaled(shown, canvas)

  const prepare = async (slide: Slide): Promise<void> => {
    prepared = slide
    try {
      await painter.prepare([slide], { resolveUrl: fileUrl })
      onLoadFailure?.(null)
    } catch (error) {
      clearTimeout(retry)
      retry = setTimeout(again, RETRY_MS)
      onLoadFailure?.(error instanceof GlyphsUnavailable ? 'glyphs' : 'photo')
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
    const slide = currentSlide()
    if (slide.id !== shownId) {
      const wait = shownId === null ? PHOTO_WAIT.first : PHOTO_WAIT.next
      shownId = slide.id
      placement = slide.photoPlacement
      const late = new Promise((resolve) => setTimeout(resolve, wait))
      void late.then(invalidate)
      // Assets that arrive later are painted on arrival.
      void prepare(slide).then(invalidate)
      return
    }
    const isRough = slide.photoPlacement !== undefined && slide.photoPlacement !== placement
    placement = slide.photoPlacement
    clearTimeout(rest)
    if (isRough) rest = setTimeout(invalidate, REST_MS)
    const painted = painter.paint(canvas, slide, { isRough })
    if (painted.region) scaled.update(painted.region)
    drawn?.(slide, painted)
    if (!painted.complete && prepared !== slide) void prepare(slide).then(invalidate)
  }

  addEventListener('online', again)
  invalidate()
  return {
    invalidate,
    stop() {
      stopped = true
      cancelAnimationFrame(frame)
      scaled.stop()
      clearTimeout(retry)
      clearTimeout(rest)
      removeEventListener('online', again)
    },
  }
}
