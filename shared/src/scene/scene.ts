import type { Figure } from '../shaping/outline.ts'
import { EXPORT_WIDTH, SLIDE_WIDTH } from '../slide/model.ts'
import type { Background } from './background.ts'
import type { Region, Turn } from './region.ts'

/** Pixels of an exported slide per unit of a stored coordinate. */
export const PIXELS_PER_UNIT = EXPORT_WIDTH / SLIDE_WIDTH

/** One drawing step: shapes traced as one path, then filled or stroked (with round joins and caps). */
export type DrawOp =
  | { kind: 'fill'; figures: readonly Figure[]; colour: string; opacity: number; evenOdd: boolean }
  | { kind: 'stroke'; figures: readonly Figure[]; colour: string; opacity: number; width: number }

/** A picture fitted into a frame of whole pixels, centred, nothing cut off. */
export interface SceneImage {
  path: string
  x: number
  y: number
  width: number
  height: number
  opacity: number
}

/** Drawn under a text, in its shape. Lengths in pixels. */
export interface SceneShadow {
  colour: string
  opacity: number
  x: number
  y: number
  blur: number
}

/** A text box placed: its steps are drawn with (x, y), whole pixels, as their origin, then turned. */
export interface SceneText {
  boxId: string
  x: number
  y: number
  ops: readonly DrawOp[]
  /** Turn around a point of the slide; null for none. */
  turn: Turn | null
  opacity: number
  shadow: SceneShadow | null
  /** Pixels of the slide the text can touch, its shadow included. */
  bounds: Region
  overflow: boolean
  /** Font size as drawn, in pixels; `shrunk` when a long word made it smaller than requested. */
  size: number
  shrunk: boolean
  /** Some character of it has no glyph in any font. */
  lacksGlyph: boolean
}

/** A slide as plain data in pixels of the export, from back to front: background, pictures, texts. */
export interface Scene extends Background {
  brightness: number
  contrast: number
  pictures: readonly SceneImage[]
  texts: readonly SceneText[]
  /** False while fonts or emoji are missing that the host has to load; the scene then has gaps in their places. */
  complete: boolean
}
