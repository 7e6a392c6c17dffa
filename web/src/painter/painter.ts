import { backgroundOf } from '@ninesixteen/shared/scene/background'
import { layoutSlide } from '@ninesixteen/shared/scene/layout'
import type { ImageSource } from '@ninesixteen/shared/scene/compose'
import { textProblems } from '@ninesixteen/shared/scene/legibility'
import type { TextProblem } from '@ninesixteen/shared/scene/legibility'
import { paintRegion } from '@ninesixteen/shared/scene/paint'
import { wholeSlide } from '@ninesixteen/shared/scene/region'
import type { Region } from '@ninesixteen/shared/scene/region'
import { changedRegion, shownWith } from '@ninesixteen/shared/scene/repaint'
import type { PaintedState } from '@ninesixteen/shared/scene/repaint'
import type { Scene } from '@ninesixteen/shared/scene/scene'
import type { Slide, TextBox } from '@ninesixteen/shared/slide/model'
import { assetUrl, loadShaper } from './asset-urls.ts'
import { createImageCache } from './images.ts'
import type { ImageCache, ResolveUrl } from './images.ts'
import { readImage } from './decode-image.ts'
import type { ReadImage } from './decode-image.ts'
import { contextOf } from './surface.ts'
import type { Surface } from './surface.ts'

export interface Painted {
  scene: Scene
  /** The region drawn by this call, in canvas pixels; null if nothing changed. */
  region: Region | null
  /** False while a font, emoji or image is missing: `prepare` the slide, then paint it again. */
  complete: boolean
  /** True while a moving photo is drawn roughly. */
  isRough: boolean
}

/** Draws a whole scene. */
export type PaintAll = (canvas: Surface, scene: Scene, pictures: ImageSource) => void

/** Draws slides on this thread, byte for byte the same as exports and the server. */
export interface Painter {
  /** Loads missing fonts, emoji and images. Deleted images are no error: they paint as a placeholder or the plain background. */
  prepare(slides: readonly Slide[], options: { resolveUrl: ResolveUrl }): Promise<void>
  /**
   * Draws synchronously with what is loaded. Sets the canvas to the size of the slide's format; scale it with CSS, and do not draw on it
   * otherwise: only changes since the last call are drawn. A rough photo is for one that moves.
   */
  paint(canvas: Surface, slide: Slide, options?: { isRough: boolean }): Painted
  /** Draws with another function, on a canvas of another size. Only exports use it. */
  paintBy(paint: PaintAll, canvas: Surface, slide: Slide): Pick<Painted, 'scene' | 'complete'>
  /** The layout without drawing, for overflow badges. */
  layout(slide: Slide): Scene
  /** The files that draw a text, by the key of their font. */
  fontFiles(box: TextBox): ReadonlyMap<string, string>
  /** Legibility problems of the slide; null until everything is loaded. */
  examine(slide: Slide): TextProblem[] | null
}

async function createPainter(pictures: ImageCache): Promise<Painter> {
  const { shaper, prepare } = await loadShaper()
  /** The scene on each canvas, so that a change redraws only its region. */
  const canvases = new WeakMap<Surface, PaintedState>()
  return {
    async prepare(slides, { resolveUrl }) {
      await Promise.all([prepare(slides, resolveUrl), ...slides.map((slide) => pictures.load(slide, resolveUrl))])
    },
    paint(canvas, slide, { isRough } = { isRough: false }) {
      const source = { ...pictures, isRough }
      const scene = layoutSlide(slide, shaper)
      const { width, height } = scene.size
      const isNew = canvas.width !== width || canvas.height !== height
      // Setting a size clears and reallocates the canvas, even if it stays the same.
      if (isNew) Object.assign(canvas, { width, height })
      const before = isNew ? undefined : canvases.get(canvas)
      const after = shownWith(scene, source)
      const region = before ? changedRegion(before, after) : wholeSlide(scene.size)
      if (region) paintRegion(contextOf(canvas), scene, { pictures: source, region })
      canvases.set(canvas, after)
      return { scene, region, complete: scene.complete && pictures.covers(slide), isRough }
    },
    paintBy(paint, canvas, slide) {
      canvases.delete(canvas)
      const scene = layoutSlide(slide, shaper)
      paint(canvas, scene, pictures)
      return { scene, complete: scene.complete && pictures.covers(slide) }
    },
    layout: (slide) => layoutSlide(slide, shaper),
    fontFiles(box) {
      const graphemes = shaper.paragraphs(box.text, null, box).flatMap((paragraph) => paragraph.graphemes)
      const keys = new Set(graphemes.flatMap(({ kind, font }) => (kind === 'text' ? [font] : [])))
      return new Map([...keys].map((key) => [key, assetUrl(shaper.font(key).file)]))
    },
    examine(slide) {
      const scene = layoutSlide(slide, shaper)
      if (!scene.complete || !pictures.covers(slide)) return null
      return textProblems(slide, { scene, background: backgroundOf(scene, pictures), picture: pictures.picture })
    },
  }
}

let images: ImageCache | null = null
let painter: Promise<Painter> | null = null

/** The thread's images, created by the first call, which decides how they are read. They load without waiting for the painter's fonts. */
export function getImages(read: ReadImage = readImage): Pick<ImageCache, 'load'> {
  images ??= createImageCache(read)
  return images
}

/** The thread's painter, created by the first call, which also decides how images are read. A failure is retried by the next call. */
export function getPainter(read: ReadImage = readImage): Promise<Painter> {
  images ??= createImageCache(read)
  painter ??= createPainter(images).catch((error: unknown) => {
    painter = null
    throw error
  })
  return painter
}
