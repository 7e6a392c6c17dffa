import { frameOf, type Frame } from '@ninesixteen/shared/slide/box'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import { BOX_MAX_SIDE, clamp, clampFrame, smallestFrame, type Handle } from '@ninesixteen/shared/slide/geometry'
import { CROP_MIN } from '@ninesixteen/shared/slide/limits'
import type { ImageBox } from '@ninesixteen/shared/slide/model'
import type { Point } from '../gestures/gesture.ts'
import { keepOppositeSide } from '../gestures/resizing.ts'
import type { PhotoSize, PhotoZoom } from './photo-framing.ts'

/** A crop in slide units, as if the box were not rotated. */
export interface Crop {
  /** The whole image; mirrored if its box is. */
  whole: Frame
  /** The part that is shown. It lies within the whole. */
  part: Frame
}

const ALL = { x: 0, y: 0, width: 1, height: 1 }

const middleOf = ({ x, y, width, height }: Frame): Point => ({ x: x + width / 2, y: y + height / 2 })

/** The crop of a box: what it shows is fitted into its frame. */
export function cropOf(box: ImageBox, image: PhotoSize): Crop {
  const { x, y, width, height } = box.crop ?? ALL
  const shown = { width: image.width * width, height: image.height * height }
  const scale = Math.min(box.width / shown.width, box.height / shown.height)
  const middle = middleOf(box)
  const size = { width: shown.width * scale, height: shown.height * scale }
  const part = { x: middle.x - size.width / 2, y: middle.y - size.height / 2, ...size }
  const whole = { width: size.width / width, height: size.height / height }
  const left = box.flip ? 1 - x - width : x
  return { whole: { x: part.x - left * whole.width, y: part.y - y * whole.height, ...whole }, part }
}

/** The place of the whole image that is nearest to the wanted one and leaves no gap in the part. */
function cover(whole: Frame, part: Frame): Frame {
  return {
    ...whole,
    x: clamp(whole.x, part.x + part.width - whole.width, part.x),
    y: clamp(whole.y, part.y + part.height - whole.height, part.y),
  }
}

/** Moves the image below its part. */
export function panCrop({ whole, part }: Crop, by: Point): Crop {
  return { part, whole: cover({ ...whole, x: whole.x + by.x, y: whole.y + by.y }, part) }
}

/** Zooms the image below its part, from covering it to the smallest part that may be shown. */
export function zoomCrop({ whole, part }: Crop, { factor, at }: PhotoZoom): Crop {
  const shares = [part.width / whole.width, part.height / whole.height]
  const scale = clamp(factor, Math.max(...shares), Math.max(1, Math.min(...shares) / CROP_MIN))
  const zoomed = {
    x: at.x - (at.x - whole.x) * scale,
    y: at.y - (at.y - whole.y) * scale,
    width: whole.width * scale,
    height: whole.height * scale,
  }
  return { part, whole: cover(zoomed, part) }
}

export interface CropPull {
  handle: Handle
  dx: number
  dy: number
  keepRatio: boolean
}

/** Resizes the part by a handle, within the image. */
export function pullCrop({ whole, part }: Crop, { handle, dx, dy, keepRatio }: CropPull, box: Frame): Crop {
  const across = handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0
  const down = handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0
  const { minWidth, minHeight } = smallestFrame(box, 'image')
  const most = {
    width: Math.min(BOX_MAX_SIDE, across < 0 ? part.x + part.width - whole.x : whole.x + whole.width - part.x),
    height: Math.min(BOX_MAX_SIDE, down < 0 ? part.y + part.height - whole.y : whole.y + whole.height - part.y),
  }
  const least = {
    width: Math.min(part.width, Math.max(minWidth, whole.width * CROP_MIN)),
    height: Math.min(part.height, Math.max(minHeight, whole.height * CROP_MIN)),
  }
  let width = clamp(part.width + across * dx, least.width, most.width)
  let height = clamp(part.height + down * dy, least.height, most.height)
  if (keepRatio) {
    const [byWidth, byHeight] = [1 + (across * dx) / part.width, 1 + (down * dy) / part.height]
    const wanted = Math.abs(byWidth - 1) >= Math.abs(byHeight - 1) ? byWidth : byHeight
    const scale = clamp(
      wanted,
      Math.max(least.width / part.width, least.height / part.height),
      Math.min(most.width / part.width, most.height / part.height),
    )
    width = part.width * scale
    height = part.height * scale
  }
  const x = across < 0 ? part.x + part.width - width : part.x
  const y = down < 0 ? part.y + part.height - height : part.y
  return { whole, part: { x, y, width, height } }
}

/** The part in a ratio of width to height: as large as it was, as far as the image reaches. */
export function fitCrop({ whole, part }: Crop, ratio: number): Crop {
  const width = Math.min(Math.sqrt(part.width * part.height * ratio), whole.width, whole.height * ratio, BOX_MAX_SIDE, BOX_MAX_SIDE * ratio)
  const height = width / ratio
  const middle = middleOf(part)
  const x = clamp(middle.x - width / 2, whole.x, whole.x + whole.width - width)
  const y = clamp(middle.y - height / 2, whole.y, whole.y + whole.height - height)
  return { whole, part: { x, y, width, height } }
}

/** The whole image; one larger than boxes may be shrinks around the middle of the part. */
export function uncrop({ whole, part }: Crop): Crop {
  const scale = Math.min(1, BOX_MAX_SIDE / Math.max(whole.width, whole.height))
  const at = middleOf(part)
  const frame = {
    x: at.x - (at.x - whole.x) * scale,
    y: at.y - (at.y - whole.y) * scale,
    width: whole.width * scale,
    height: whole.height * scale,
  }
  return { whole: frame, part: frame }
}

const round = (share: number): number => clamp(Math.round(share * 1_000_000) / 1_000_000, 0, 1)

/** The edits that crop a box: it takes the place of the part, at the same scale. */
export function cropEdits(slideId: string, box: ImageBox, { crop: { whole, part }, radius }: { crop: Crop; radius: number }): Edit[] {
  const [width, height] = [round(part.width / whole.width), round(part.height / whole.height)]
  const left = round((part.x - whole.x) / whole.width)
  const crop = {
    x: Math.min(box.flip ? round(1 - left - width) : left, round(1 - width)),
    y: Math.min(round((part.y - whole.y) / whole.height), round(1 - height)),
    width: Math.max(CROP_MIN, width),
    height: Math.max(CROP_MIN, height),
  }
  const frame = clampFrame(keepOppositeSide(frameOf(box), part, box.rotation ?? 0), 'image')
  const isWhole = crop.width === 1 && crop.height === 1
  return [
    { type: 'set-frames', slideId, frames: { [box.id]: frame } },
    { type: 'style-boxes', slideId, refs: [box.id], style: { crop: isWhole ? null : crop, radius } },
  ]
}
