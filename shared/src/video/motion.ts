import type { Size } from '../slide/formats.ts'
import type { Slide } from '../slide/model.ts'

/** Size of the background at the end of its slide: enough to be seen in a second, little enough to stay calm. */
export const MOTION_ZOOM = 1.08
/** Frames that show one picture of a motion: 30 pictures a second look smooth in a slow zoom, and cost half as much as 60. */
export const MOTION_STEP_FRAMES = 2

/** How far the zoom is in a frame of a slide, from 0 to 1. */
export function motionProgress(frame: number, frames: number): number {
  return frames <= 1 ? 0 : (frame - (frame % MOTION_STEP_FRAMES)) / (frames - 1)
}

/** A slide in parts: its background, and its boxes on black and on white, which together say how opaque each pixel of them is. */
export interface MotionSlides {
  background: Slide
  onBlack: Slide
  onWhite: Slide
}

export function motionSlides(slide: Slide): MotionSlides {
  const { photoPlacement: _placement, photoEffects: _effects, ...rest } = slide
  const on = (color: string): Slide => ({ ...rest, backgroundImage: null, backdrop: { kind: 'plain', color }, brightness: 0, contrast: 0 })
  return {
    background: { ...slide, textBoxes: [], imageBoxes: [], shapeBoxes: [], logoImage: null },
    onBlack: on('#000000'),
    onWhite: on('#ffffff'),
  }
}

/** The drawn parts in I420. */
export interface MovingSlide {
  size: Size
  background: Uint8Array
  /** The boxes on black: with straight alpha already applied. */
  boxes: Uint8Array
  /** For each sample, how much of the background shows through, from 0 to RANGE. */
  clear: Uint8Array
}

/** Black and white in limited range. */
const [BLACK, WHITE] = [16, 235]
const RANGE = WHITE - BLACK
const NO_COLOR = 128

/** Planes of a frame in I420: where each begins, its size, and its value for black. */
function planesOf({ width, height }: Size) {
  const [luma, chroma] = [width * height, (width * height) / 4]
  const half = { width: width / 2, height: height / 2, black: NO_COLOR }
  return [
    { at: 0, width, height, black: BLACK },
    { at: luma, ...half },
    { at: luma + chroma, ...half },
  ]
}

/** The parts of a slide, drawn by the painter and converted to I420. */
export function createMovingSlide(size: Size, { background, onBlack, onWhite }: Record<keyof MotionSlides, Uint8Array>): MovingSlide {
  const { width, height } = size
  const clear = new Uint8Array(onBlack.length)
  const luma = width * height
  for (let i = 0; i < luma; i++) clear[i] = Math.min(RANGE, Math.max(0, (onWhite[i] as number) - (onBlack[i] as number)))
  const chroma = luma / 4
  for (let y = 0, i = luma; y < height; y += 2) {
    for (let x = 0; x < width; x += 2, i++) {
      const top = y * width + x
      const sum = (clear[top] as number) + (clear[top + 1] as number) + (clear[top + width] as number) + (clear[top + width + 1] as number)
      clear[i] = clear[i + chroma] = (sum + 2) >> 2
    }
  }
  return { size, background, boxes: onBlack, clear }
}

/** For each of `length` samples, the sample that a zoom about the middle shows there, and the share of the next one in 256ths. */
function zoomedSamples(length: number, zoom: number): { from: Int32Array; share: Int32Array } {
  const [from, share] = [new Int32Array(length), new Int32Array(length)]
  for (let i = 0; i < length; i++) {
    const place = Math.max(0, (i + 0.5 - length / 2) / zoom + length / 2 - 0.5)
    const whole = Math.min(Math.floor(place), length - 2)
    from[i] = whole
    share[i] = Math.min(256, Math.round((place - whole) * 256))
  }
  return { from, share }
}

/**
 * Draws a frame in I420: the background zoomed about its middle, and the boxes, which stay, in front of it. All machines agree: the zoom is exact to a 256th
 * of a sample. */
export function drawMotion({ size, background, boxes, clear }: MovingSlide, progress: number, out: Uint8Array): void {
  const zoom = 1 + (MOTION_ZOOM - 1) * progress
  for (const { at, width, height, black } of planesOf(size)) {
    const [columns, rows] = [zoomedSamples(width, zoom), zoomedSamples(height, zoom)]
    for (let y = 0, i = at; y < height; y++) {
      const top = at + (rows.from[y] as number) * width
      const down = rows.share[y] as number
      for (let x = 0; x < width; x++, i++) {
        const left = top + (columns.from[x] as number)
        const right = columns.share[x] as number
        const above = (background[left] as number) * (256 - right) + (background[left + 1] as number) * right
        const below = (background[left + width] as number) * (256 - right) + (background[left + width + 1] as number) * right
        const behind = (above * (256 - down) + below * down + 32_768) >> 16
        const share = clear[i] as number
        out[i] = share === RANGE ? behind : (boxes[i] as number) + Math.round(((behind - black) * share) / RANGE)
      }
    }
  }
}
