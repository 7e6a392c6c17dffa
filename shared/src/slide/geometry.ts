import type { BoxKind, Frame, SlideBox } from './box.ts'
import { MAIN_FORMAT, slideHeight } from './formats.ts'
import type { Format } from './formats.ts'
import { BOX_MIN_HEIGHT, BOX_MIN_WIDTH, FONT_SIZE_MAX, FONT_SIZE_MIN, SLIDE_WIDTH } from './limits.ts'

/** Minimum units of a box that stay on the slide, so that it can always be grabbed. */
export const KEEP_ON_SLIDE = 16
/** Largest side a box is resized to, in units; with it every clamped coordinate stays within the model's bounds. */
export const BOX_MAX_SIDE = 512
/** Smallest side of an image box or logo that was made smaller than boxes are resized to: a pasted sliver, the logo of the closing slide. */
const IMAGE_KEPT_SIDE = 16
/** Smallest side of a shape: a line is hardly thicker. */
const SHAPE_MIN_SIDE = 4

/** Smallest sides that a box of a kind can be given. */
const LEAST_SIDES: Record<BoxKind, readonly [width: number, height: number]> = {
  text: [BOX_MIN_WIDTH, BOX_MIN_HEIGHT],
  image: [IMAGE_KEPT_SIDE, IMAGE_KEPT_SIDE],
  logo: [IMAGE_KEPT_SIDE, IMAGE_KEPT_SIDE],
  shape: [SHAPE_MIN_SIDE, SHAPE_MIN_SIDE],
}

/** A handle names the edges it moves. */
export const TEXT_HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type Handle = (typeof TEXT_HANDLES)[number]
/** Image boxes, the logo, emoji and icons keep their ratio, so they have corners only. */
export const IMAGE_HANDLES = ['nw', 'ne', 'se', 'sw'] as const satisfies readonly Handle[]
/** Lines have no height of their own. */
const LINE_HANDLES = ['e', 'w'] as const satisfies readonly Handle[]

/** Whether a box keeps its ratio when it is resized. */
export function keepsRatio(entry: SlideBox): boolean {
  if (entry.kind === 'shape') return entry.box.shape === 'emoji' || entry.box.shape === 'icon'
  return entry.kind !== 'text'
}

/** The handles a box shows. */
export function handlesOf(entry: SlideBox): readonly Handle[] {
  if (entry.kind === 'shape' && (entry.box.shape === 'line' || entry.box.shape === 'arrow')) return LINE_HANDLES
  return keepsRatio(entry) ? IMAGE_HANDLES : TEXT_HANDLES
}

/** Limits a number to a range. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}

/** Two decimals are finer than an exported pixel, and keep documents short and comparable. */
export function roundUnits(value: number): number {
  return Math.round(value * 100) / 100
}

/** The box with its size within bounds and a part of it on a slide of the format. */
export function clampFrame(frame: Frame, kind: BoxKind, format: Format = MAIN_FORMAT): Frame {
  const [minWidth, minHeight] = LEAST_SIDES[kind]
  const width = roundUnits(clamp(frame.width, minWidth, BOX_MAX_SIDE))
  const height = roundUnits(clamp(frame.height, minHeight, BOX_MAX_SIDE))
  return {
    x: roundUnits(clamp(frame.x, keptOnSlide(width) - width, SLIDE_WIDTH - keptOnSlide(width))),
    y: roundUnits(clamp(frame.y, keptOnSlide(height) - height, slideHeight(format) - keptOnSlide(height))),
    width,
    height,
  }
}

/** How much of a side of this length stays on the slide. */
function keptOnSlide(side: number): number {
  return Math.min(KEEP_ON_SLIDE, side)
}

/** True when nothing of the box can be seen on a slide of the format. */
export function isOffSlide({ x, y, width, height }: Frame, format: Format = MAIN_FORMAT): boolean {
  return x >= SLIDE_WIDTH || y >= slideHeight(format) || x + width <= 0 || y + height <= 0
}

/** The smallest rectangle round all frames; the empty one at the origin for none. */
export function boundsOf(frames: readonly Frame[]): Frame {
  if (frames.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const x = Math.min(...frames.map((frame) => frame.x))
  const y = Math.min(...frames.map((frame) => frame.y))
  return {
    x,
    y,
    width: Math.max(...frames.map((frame) => frame.x + frame.width)) - x,
    height: Math.max(...frames.map((frame) => frame.y + frame.height)) - y,
  }
}

/** How far a box can be made smaller. A picture that is smaller already keeps its size: it neither shrinks nor jumps to a larger one. */
export function smallestFrame({ width, height }: Frame, kind: BoxKind): { minWidth: number; minHeight: number } {
  const [minWidth, minHeight] = LEAST_SIDES[kind]
  if (kind === 'text' || kind === 'shape') return { minWidth, minHeight }
  return { minWidth: Math.min(width, BOX_MIN_WIDTH), minHeight: Math.min(height, BOX_MIN_HEIGHT) }
}

/** A size that was typed for a picture, no smaller than one that is pulled to: in the typed ratio, which the fields keep. */
export function limitPicture(before: Frame, wanted: Frame): Frame {
  if (wanted.width === before.width && wanted.height === before.height) return wanted
  const { width, height } = wanted.width > 0 && wanted.height > 0 ? wanted : before
  const { minWidth, minHeight } = smallestFrame(before, 'image')
  const scale = wanted.width > 0 && wanted.height > 0 ? 1 : 0
  const factor = Math.max(scale, minWidth / width, minHeight / height)
  return { ...wanted, width: width * factor, height: height * factor }
}

/** The area that two frames share, in square units. */
export function overlapArea(a: Frame, b: Frame): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

export interface ResizeOptions {
  kind: BoxKind
  /** Grows to both sides, the centre stays. */
  fromCentre?: boolean
  /** Keeps width to height also for a text box or a shape; the other kinds always do. */
  keepRatio?: boolean
}

/** The frame after its handle was pulled by (dx, dy), always computed from the frame at the start of the pull. */
export function resizeFrame(start: Frame, pull: { handle: Handle; dx: number; dy: number }, options: ResizeOptions): Frame {
  const { kind, fromCentre = false } = options
  const { handle } = pull
  const { minWidth, minHeight } = smallestFrame(start, kind)
  const share = fromCentre ? 2 : 1
  const horizontal = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0
  const vertical = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0
  let width = clamp(start.width + horizontal * pull.dx * share, minWidth, BOX_MAX_SIDE)
  let height = clamp(start.height + vertical * pull.dy * share, minHeight, BOX_MAX_SIDE)
  const isFree = kind === 'text' || kind === 'shape'
  if (!isFree || (options.keepRatio && horizontal !== 0 && vertical !== 0)) {
    const scale = ratioScale(start, { width, height }, { minWidth, minHeight })
    width = start.width * scale
    height = start.height * scale
  }
  const x = fromCentre ? start.x + (start.width - width) / 2 : horizontal < 0 ? start.x + start.width - width : start.x
  const y = fromCentre ? start.y + (start.height - height) / 2 : vertical < 0 ? start.y + start.height - height : start.y
  return { x: roundUnits(x), y: roundUnits(y), width: roundUnits(width), height: roundUnits(height) }
}

/** The frame scaled round its middle, in its ratio, as far as the limits of its sides allow. */
export function scaleFrame(start: Frame, scale: number, kind: BoxKind): Frame {
  const { minWidth, minHeight } = smallestFrame(start, kind)
  const wanted = { width: start.width * scale, height: start.height * scale }
  const factor = ratioScale(start, wanted, { minWidth, minHeight })
  const [width, height] = [start.width * factor, start.height * factor]
  return {
    x: roundUnits(start.x + (start.width - width) / 2),
    y: roundUnits(start.y + (start.height - height) / 2),
    width: roundUnits(width),
    height: roundUnits(height),
  }
}

/** One factor for both sides: that of the side which was pulled further, within what the limits of both sides allow. */
function ratioScale(start: Frame, wanted: { width: number; height: number }, limits: { minWidth: number; minHeight: number }): number {
  const byWidth = wanted.width / start.width
  const byHeight = wanted.height / start.height
  const scale = Math.abs(byWidth - 1) >= Math.abs(byHeight - 1) ? byWidth : byHeight
  const smallest = Math.max(limits.minWidth / start.width, limits.minHeight / start.height)
  const largest = Math.min(BOX_MAX_SIDE / start.width, BOX_MAX_SIDE / start.height)
  return Math.max(Math.min(scale, largest), Math.min(smallest, largest))
}

/**
 * Font size after a text box was resized. Text fills an area that grows with the square of its size, so the size
 * follows the square root of the box's area: the text keeps its share of the box, whichever handle is pulled.
 */
export function rescaleFont(fontSize: number, before: Frame, after: Frame): number {
  const scale = Math.sqrt((after.width * after.height) / (before.width * before.height))
  return clamp(Math.round(fontSize * scale * 10) / 10, FONT_SIZE_MIN, Math.max(fontSize, FONT_SIZE_MAX))
}

export const ALIGNMENTS = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** The frames moved to one line: a single one by the slide, several by the rectangle round them. */
export function alignFrames(frames: readonly Frame[], alignment: Alignment, format: Format = MAIN_FORMAT): Frame[] {
  const area = frames.length === 1 ? { x: 0, y: 0, width: SLIDE_WIDTH, height: slideHeight(format) } : boundsOf(frames)
  return frames.map((frame) => {
    switch (alignment) {
      case 'left':
        return { ...frame, x: area.x }
      case 'centre':
        return { ...frame, x: roundUnits(area.x + (area.width - frame.width) / 2) }
      case 'right':
        return { ...frame, x: roundUnits(area.x + area.width - frame.width) }
      case 'top':
        return { ...frame, y: area.y }
      case 'middle':
        return { ...frame, y: roundUnits(area.y + (area.height - frame.height) / 2) }
      case 'bottom':
        return { ...frame, y: roundUnits(area.y + area.height - frame.height) }
      default:
        return alignment satisfies never
    }
  })
}

/** The frames with equal gaps between them; the outermost two stay. Order of the answer is that of the input. */
export function distributeFrames(frames: readonly Frame[], axis: 'x' | 'y'): Frame[] {
  if (frames.length < 3) return [...frames]
  const side = axis === 'x' ? 'width' : 'height'
  const order = frames.map((frame, index) => ({ frame, index })).toSorted((a, b) => a.frame[axis] - b.frame[axis])
  const bounds = boundsOf(frames)
  const gap = (bounds[side] - frames.reduce((sum, frame) => sum + frame[side], 0)) / (frames.length - 1)
  const result = [...frames]
  let next = bounds[axis]
  for (const { frame, index } of order) {
    result[index] = { ...frame, [axis]: roundUnits(next) }
    next += frame[side] + gap
  }
  return result
}
