import type { Figure } from '../shaping/outline.ts'
import type { Background } from './background.ts'
import type { Region, Turn } from './region.ts'

/** One drawing step: shapes traced as one path, then filled or stroked (with round joins and caps). */
export type DrawOp =
  | { kind: 'fill'; figures: readonly Figure[]; color: string; opacity: number; evenOdd: boolean }
  | { kind: 'stroke'; figures: readonly Figure[]; color: string; opacity: number; width: number }

/** An image fitted into a frame of whole pixels, centred, nothing cut off but what its crop leaves out. */
export interface SceneImage {
  kind: 'image'
  path: string
  x: number
  y: number
  width: number
  height: number
  opacity: number
  /** Null for the image as it is. */
  look: ImageLook | null
}

/** Changes of an image before it is drawn. Lengths in pixels. */
export interface ImageLook {
  /** The part that is shown, as shares of the image. */
  crop: { x: number; y: number; width: number; height: number } | null
  /** Mirrored from left to right. */
  flip: boolean
  radius: number
  border: { color: string; width: number } | null
  /** Degrees, clockwise around the middle of the frame. */
  rotation: number
  shadow: SceneShadow | null
}

/** Drawn under a box, in its shape. Lengths in pixels. */
export interface SceneShadow {
  color: string
  opacity: number
  x: number
  y: number
  blur: number
}

/** Outlines of a box: its steps are drawn with (x, y), whole pixels, as their origin, then turned. */
export interface SceneShape {
  kind: 'shape'
  boxId: string
  x: number
  y: number
  ops: readonly DrawOp[]
  /** Turn around a point of the slide; null for none. */
  turn: Turn | null
  opacity: number
  shadow: SceneShadow | null
  /** Pixels of the slide it can touch, its shadow included. */
  bounds: Region
  /** The color of its area, for the contrast of a text over it; null for none. */
  fill: string | null
  /** Its frame in pixels, before the turn. */
  frame: Region
}

/** A text box placed. */
export interface SceneText extends Omit<SceneShape, 'kind' | 'fill' | 'frame'> {
  kind: 'text'
  overflow: boolean
  /** Font size as drawn, in pixels; `shrunk` when a long word made it smaller than requested. */
  size: number
  shrunk: boolean
  /** Some character of it has no glyph in any font. */
  lacksGlyph: boolean
  /** Its uploaded font is gone, so that it is drawn in another. */
  lacksFont: boolean
}

export type SceneOutline = SceneShape | SceneText

/** A slide as plain data in pixels of the export, whose size is the background's: the background, then its layers from back to front. */
export interface Scene extends Background {
  brightness: number
  contrast: number
  layers: readonly (SceneImage | SceneOutline)[]
  /** False while fonts or emoji are missing that the host has to load; the scene then has gaps in their places. */
  complete: boolean
}

/** The texts of a scene, from back to front. */
export function textsOf({ layers }: Pick<Scene, 'layers'>): SceneText[] {
  return layers.filter((layer) => layer.kind === 'text')
}

/** Throws for a slide whose uploaded font is gone: the editor shows it in another font, but no file may hold that. */
export function requireFonts(scene: Pick<Scene, 'layers'>): void {
  if (textsOf(scene).some(({ lacksFont }) => lacksFont)) throw new Error('An uploaded font of a slide is gone. Choose another font.')
}

/** Consecutive layers of one kind: images are blended in the pixels, outlines drawn on a canvas. */
export type LayerRun = { images: SceneImage[]; outlines: null } | { images: null; outlines: SceneOutline[] }

/** The layers in runs, from back to front. */
export function runsOfLayers({ layers }: Pick<Scene, 'layers'>): LayerRun[] {
  const runs: LayerRun[] = []
  for (const layer of layers) {
    const last = runs.at(-1)
    if (layer.kind === 'image') {
      if (last?.images) last.images.push(layer)
      else runs.push({ images: [layer], outlines: null })
    } else if (last?.outlines) last.outlines.push(layer)
    else runs.push({ images: null, outlines: [layer] })
  }
  return runs
}
