import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import type { ImageSource } from '@ninesixteen/shared/scene/compose'
import { textProblems } from '@ninesixteen/shared/scene/legibility'
import type { TextProblem } from '@ninesixteen/shared/scene/legibility'
import { paintRegion } from '@ninesixteen/shared/scene/paint'
import { WHOLE_SLIDE } from '@ninesixteen/shared/scene/region'
import type { Region } from '@ninesixteen/shared/scene/region'
import { changedRegion, shownWith } from '@ninesixteen/shared/scene/repaint'
import type { PaintedState } from '@ninesixteen/shared/scene/repaint'
import type { Scene } from '@ninesixteen/shared/scene/scene'
import { EXPORT_HEIGHT, EXPORT_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { loadShaper } from './asset-urls.ts'
import { createImageCache } from './images.ts'
import type { ResolveUrl } from './images.ts'
import { readImage } from './decode-image.ts'
import type { ReadImage } from './decode-image.ts'
import { contextOf } from './surface.ts'
import type { Surface } from './surface.ts'

export interface Painted {
  scene: Scene
  /** What of the canvas is new since the call before, in its pixels; null when nothing is. */
  region: Region | null
  /** False while a font, an emoji or a picture is not loaded: `prepare` the slide, then paint it again. */
  complete: boolean
}

/** Draws all of a scene. */
export type PaintAll = (canvas: Surface, scene: Scene, pictures: ImageSource) => void

/** Draws slides in this thread. What it draws is, byte for byte, what is exported and what the server draws. */
export interface Painter {
  /** Loads what the slides need and is not there yet. Pictures that are gone are no error: they paint as a sign or the plain backdrop. */
  prepare(slides: readonly Slide[], options: { resolveUrl: ResolveUrl }): Promise<void>
  /**
   * Draws at once with what is loaded. Sets the canvas to 1080 x 1920; show it smaller by CSS, and let nobody else draw
   * on it: only what changed since the last call is drawn again.
   */
  paint(canvas: Surface, slide: Slide): Painted
  /** Draws in another way, on a canvas of another size. Exports bring it along: the page has no use for it. */
  paintBy(paint: PaintAll, canvas: Surface, slide: Slide): { complete: boolean }
  /** Where everything would be drawn, without drawing: for overflow badges. */
  layout(slide: Slide): Scene
  /** What of the slide may not be read; null while not all of it is loaded. */
  examine(slide: Slide): TextProblem[] | null
}

async function createPainter(read: ReadImage): Promise<Painter> {
  const { shaper, prepare } = await loadShaper()
  const pictures = createImageCache(read)
  /** What each canvas shows, so that a change draws only the part it touches. */
  const canvases = new WeakMap<Surface, PaintedState>()
  return {
    async prepare(slides, { resolveUrl }) {
      await Promise.all([prepare(slides), ...slides.map((slide) => pictures.load(slide, resolveUrl))])
    },
    paint(canvas, slide) {
      const isNew = canvas.width !== EXPORT_WIDTH || canvas.height !== EXPORT_HEIGHT
      // Setting a size clears the canvas and makes its memory anew, even when it is the same.
      if (isNew) Object.assign(canvas, { width: EXPORT_WIDTH, height: EXPORT_HEIGHT })
      const scene = layoutSlide(slide, shaper)
      const before = isNew ? undefined : canvases.get(canvas)
      const after = shownWith(scene, pictures)
      const region = before ? changedRegion(before, after) : WHOLE_SLIDE
      if (region) paintRegion(contextOf(canvas), scene, { pictures, region })
      canvases.set(canvas, after)
      return { scene, region, complete: scene.complete && pictures.covers(slide) }
    },
    paintBy(paint, canvas, slide) {
      canvases.delete(canvas)
      const scene = layoutSlide(slide, shaper)
      paint(canvas, scene, pictures)
      return { complete: scene.complete && pictures.covers(slide) }
    },
    layout: (slide) => layoutSlide(slide, shaper),
    examine(slide) {
      const scene = layoutSlide(slide, shaper)
      if (!scene.complete || !pictures.covers(slide)) return null
      const photo = slide.backgroundImage === null ? null : pictures.photo(slide.backgroundImage)
      return textProblems(slide, { scene, photo, picture: pictures.picture })
    },
  }
}

let painter: Promise<Painter> | null = null

/** The thread's painter, made when it is first asked for: by whom also decides how pictures are read. A failure (no network) is not remembered. */
export function getPainter(read: ReadImage = readImage): Promise<Painter> {
  painter ??= createPainter(read).catch((error: unknown) => {
    painter = null
    throw error
  })
  return painter
}
