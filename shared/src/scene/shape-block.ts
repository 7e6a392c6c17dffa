import { EMOJI_UNITS } from '../shaping/manifest.ts'
import { ARC, CLOSE, CUBIC, LINE, MOVE, roundedRectangle } from '../shaping/outline.ts'
import type { Outline } from '../shaping/outline.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { glyphKey } from '../slide/icons.ts'
import type { ShapeBox } from '../slide/model.ts'
import { touchedBy, union } from './region.ts'
import type { Region } from './region.ts'
import type { Size } from '../slide/formats.ts'
import type { DrawOp } from './scene.ts'

/** A shape laid out. Coordinates are pixels from the box's top left corner. */
export interface ShapeBlock {
  ops: readonly DrawOp[]
  bounds: Region
  /** False while an emoji or icon is missing that the host has to load. */
  complete: boolean
}

/** Share of a speech bubble's height that its tail takes. */
const TAIL = 0.18
/** Opacity of the dots of slides to come. */
const DOT_AHEAD = 0.35
/** Length of the two lines of an arrow's head, as a share of the box's height. */
const ARROW_HEAD = 0.5

/** Pixels of a box, and of a unit. */
interface Scale extends Size {
  unit: number
}

function plain(outline: Outline): DrawOp['figures'] {
  return [{ outline, x: 0, y: 0, scale: 1 }]
}

function fillOp(outline: Outline, color: string, opacity = 1): DrawOp {
  return { kind: 'fill', figures: plain(outline), color: color.toLowerCase(), opacity, evenOdd: false }
}

function strokeOp(outline: Outline, { color, width }: { color: string; width: number }, unit: number): DrawOp {
  return { kind: 'stroke', figures: plain(outline), color: color.toLowerCase(), opacity: 1, width: width * unit }
}

function ellipse({ x, y, width, height }: { x: number; y: number } & Size): number[] {
  const [rx, ry] = [width / 2, height / 2]
  const [cx, cy] = [x + rx, y + ry]
  const [kx, ky] = [rx * ARC, ry * ARC]
  const segments = [
    [MOVE, cx, y],
    [CUBIC, cx + kx, y, x + width, cy - ky, x + width, cy],
    [CUBIC, x + width, cy + ky, cx + kx, y + height, cx, y + height],
    [CUBIC, cx - kx, y + height, x, cy + ky, x, cy],
    [CUBIC, x, cy - ky, cx - kx, y, cx, y, CLOSE],
  ]
  return segments.flat()
}

/** A rounded rectangle with a tail at its lower left, or lower right when it is flipped. */
function bubble({ x, y, width, height }: { x: number; y: number } & Size, radius: number, flip: boolean): number[] {
  const body = height * (1 - TAIL)
  const r = Math.min(radius, width / 2, body / 2)
  const k = r * (1 - ARC)
  const [near, far] = [r + (width - 2 * r) * 0.1, r + (width - 2 * r) * 0.35]
  const bottom = y + body
  const across = (distance: number): number => x + (flip ? width - distance : distance)
  const [left, right, leftEnd, rightEnd] = [across(0), across(width), across(r), across(width - r)]
  const segments = [
    [MOVE, leftEnd, y, LINE, rightEnd, y, CUBIC, across(width - k), y, right, y + k, right, y + r],
    [LINE, right, bottom - r, CUBIC, right, bottom - k, across(width - k), bottom, rightEnd, bottom],
    [LINE, across(far), bottom, LINE, across(near), y + height, LINE, across(near), bottom, LINE, leftEnd, bottom],
    [CUBIC, across(k), bottom, left, bottom - k, left, bottom - r],
    [LINE, left, y + r, CUBIC, left, y + k, across(k), y, leftEnd, y, CLOSE],
  ]
  return segments.flat()
}

/** A closed shape, its line inside the box. */
function closedOps(box: ShapeBox, { width, height, unit }: Scale): DrawOp[] {
  const inset = ((box.stroke?.width ?? 0) * unit) / 2
  const area = { x: inset, y: inset, width: Math.max(1, width - 2 * inset), height: Math.max(1, height - 2 * inset) }
  const radius = Math.max(0, (box.radius ?? 0) * unit - inset)
  const outline =
    box.shape === 'ellipse'
      ? ellipse(area)
      : box.shape === 'bubble'
        ? bubble(area, radius, box.flip ?? false)
        : roundedRectangle(area, radius)
  return [...(box.fill === undefined ? [] : [fillOp(outline, box.fill)]), ...(box.stroke ? [strokeOp(outline, box.stroke, unit)] : [])]
}

function lineOps({ shape, stroke }: ShapeBox, { width, height, unit }: Scale): DrawOp[] {
  if (!stroke) return []
  const inset = (stroke.width * unit) / 2
  // A pixel long at least: whether a line without a length has its round ends differs from engine to engine.
  const [middle, end] = [height / 2, Math.max(inset + 1, width - inset)]
  const line = [MOVE, inset, middle, LINE, end, middle]
  const tip = Math.min(height * ARROW_HEAD - inset, width / 2)
  if (shape === 'line' || tip < 1) return [strokeOp(line, stroke, unit)]
  return [strokeOp([...line, MOVE, end - tip, middle - tip, LINE, end, middle, LINE, end - tip, middle + tip], stroke, unit)]
}

/** As many dots as slides, evenly spread, those to come paler. */
function progressOps({ fill = '#ffffff', step = 1, steps = 1 }: ShapeBox, { width, height }: Size): DrawOp[] {
  const side = Math.min(height, width / (2 * steps - 1))
  const gap = steps > 1 ? (width - steps * side) / (steps - 1) : 0
  return Array.from({ length: steps }, (_, index) =>
    fillOp(ellipse({ x: index * (side + gap), y: (height - side) / 2, width: side, height: side }), fill, index < step ? 1 : DOT_AHEAD),
  )
}

/** Emoji keep their colors; an icon is drawn in those of its stroke. Both are as large as the box allows, in its middle. */
function glyphOps(box: ShapeBox, { width, height, unit }: Scale, shaper: Shaper): DrawOp[] | null {
  const key = glyphKey(box, shaper.isEmoji)
  if (key === null) return []
  const layers = shaper.emojiLayers(key)
  if (!layers) return null
  // An icon without a line of its own has that of its drawing: canvases ignore a width of 0.
  const line = box.shape === 'icon' && box.stroke ? box.stroke.width * unit : 0
  const side = Math.max(1, Math.min(width, height) - line)
  const scale = side / EMOJI_UNITS
  const [x, y] = [(width - side) / 2, (height - side) / 2]
  return layers.map(([color, opacity, evenOdd, outline, strokeWidth]) => {
    const figures = [{ outline, x, y, scale }]
    if (box.shape === 'icon' && box.stroke) return { kind: 'stroke', figures, color: box.stroke.color.toLowerCase(), opacity, width: line }
    if (strokeWidth !== undefined) return { kind: 'stroke', figures, color, opacity, width: strokeWidth * scale }
    return { kind: 'fill', figures, color, opacity, evenOdd: evenOdd === 1 }
  })
}

/** `unit`: pixels of a unit. */
export function layoutShape(box: ShapeBox, shaper: Shaper, unit: number): ShapeBlock {
  const size = { width: Math.round(box.width * unit), height: Math.round(box.height * unit), unit }
  const ops = opsOf(box, size, shaper)
  const drawn = ops ?? []
  return {
    ops: drawn,
    bounds: union(drawn.map((op) => touchedBy(op.figures, op.kind === 'stroke' ? op.width : 0))),
    complete: ops !== null,
  }
}

/** Null while an asset is missing. */
function opsOf(box: ShapeBox, size: Scale, shaper: Shaper): DrawOp[] | null {
  switch (box.shape) {
    case 'rectangle':
    case 'ellipse':
    case 'bubble':
      return closedOps(box, size)
    case 'line':
    case 'arrow':
      return lineOps(box, size)
    case 'progress':
      return progressOps(box, size)
    case 'emoji':
    case 'icon':
      return glyphOps(box, size, shaper)
    default:
      return box.shape satisfies never
  }
}
