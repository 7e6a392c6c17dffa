import { clamp } from '@ninesixteen/shared/slide/geometry'
import type { Frame } from '@ninesixteen/shared/slide/box'

/** In CSS pixels from the slide's upper left corner. */
export type Rect = Frame

export interface ToolbarSurroundings {
  /** Size of the toolbar as a row; a column swaps width and height. */
  size: { width: number; height: number }
  /** The bounds of the selection. */
  selected: Rect
  /** The other boxes of the slide. */
  others: readonly Rect[]
  slide: { width: number; height: number }
  /** The stage around the slide, which limits the toolbar. */
  stage: Rect
}

export interface ToolbarPlace {
  x: number
  y: number
  column: boolean
  /** Maximum length. A longer row wraps; the rest of a longer column is reached by scrolling. */
  length: number
}

/** Distance to the selection, whose handles extend beyond it. */
const GAP = 16
/** Distance to the edges of the stage, and to the slide when the toolbar is next to it. */
const MARGIN = 3

function meets(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** The area for grabbing a box: the middle half of its width and height. */
export function middleOf({ x, y, width, height }: Rect): Rect {
  return { x: x + width / 4, y: y + height / 4, width: width / 2, height: height / 2 }
}

/**
 * Places the toolbar above or below the selection, else as a column next to the slide, else above or below the slide. It covers neither the
 * selection nor the middle of another box. If no position is free for all of it, it is at the edge of the stage, where it may cover other boxes.
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
    const isWhole = !place.column || height === size.width
    const isInside = isWhole && x >= stage.x && y >= stage.y && x + rect.width <= right + MARGIN && y + rect.height <= bottom + MARGIN
    return isInside && !covered.some((other) => meets(rect, other))
  }
  const free = places.find(isFree)
  if (free) return free
  const along = Math.min(size.width, stage.width - 2 * MARGIN)
  const across = Math.ceil(size.width / along) * size.height
  const edges = [stage.y + MARGIN, bottom - across].map((y): ToolbarPlace => {
    const x = clamp(selected.x + (selected.width - along) / 2, stage.x + MARGIN, right - along)
    return { x, y, column: false, length: along }
  })
  const coversNothing = edges.find(({ x, y, length }) => !meets({ x, y, width: length, height: across }, selected))
  return coversNothing ?? column(right - size.height)
}
