import { clamp } from '@ninesixteen/shared/slide/geometry'
import type { Frame } from '@ninesixteen/shared/slide/box'

/** A rectangle in CSS pixels, from the slide's upper left corner. */
export type Rect = Frame

export interface ToolbarSurroundings {
  /** Of the toolbar in a row; in a column the two change places. */
  size: { width: number; height: number }
  /** The rectangle round what is selected. */
  selected: Rect
  /** The other boxes of the slide. */
  others: readonly Rect[]
  slide: { width: number; height: number }
  /** Where the toolbar may stand: the stage, with the slide in it. */
  stage: Rect
}

export interface ToolbarPlace {
  x: number
  y: number
  column: boolean
  /** Longest it may be; what does not fit is reached by scrolling it. */
  length: number
}

/** Between the toolbar and what is selected, whose handles reach out of it. */
const GAP = 16
/** From the stage's edges, and from the slide's where the toolbar stands beside it. */
const MARGIN = 3

function meets(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** By what a box is taken hold of: half of its width and height. */
export function middleOf({ x, y, width, height }: Rect): Rect {
  return { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 }
}

/**
 * Where the toolbar of a selection stands: over it or under it, else beside the slide in a column, else over or under the slide. It covers
 * neither what is selected nor the middle of another box. On a screen with room for none of these it stands at the stage's edge.
 */
export function placeToolbar({ size, selected, others, slide, stage }: ToolbarSurroundings): ToolbarPlace {
  const right = stage.x + stage.width - MARGIN
  const bottom = stage.y + stage.height - MARGIN
  const height = Math.min(size.width, stage.height - 2 * MARGIN)
  const row = (y: number): ToolbarPlace => {
    const wanted = selected.x + selected.width / 2 - size.width / 2
    return { x: clamp(wanted, stage.x + MARGIN, Math.max(stage.x + MARGIN, right - size.width)), y, column: false, length: size.width }
  }
  const column = (x: number): ToolbarPlace => {
    const wanted = selected.y + selected.height / 2 - height / 2
    return { x, y: clamp(wanted, stage.y + MARGIN, bottom - height), column: true, length: height }
  }
  const places = [
    row(selected.y - GAP - size.height),
    row(selected.y + selected.height + GAP),
    column(slide.width + MARGIN),
    column(-MARGIN - size.height),
    row(-MARGIN - size.height),
    row(slide.height + MARGIN),
  ]
  const covered = [selected, ...others.map(middleOf)]
  const isFree = (place: ToolbarPlace): boolean => {
    const { x, y } = place
    const rect = { x, y, width: place.column ? size.height : size.width, height: place.column ? height : size.height }
    const isInside = x >= stage.x && y >= stage.y && x + rect.width <= right + MARGIN && y + rect.height <= bottom + MARGIN
    return isInside && !covered.some((other) => meets(rect, other))
  }
  return places.find(isFree) ?? column(right - size.height)
}
