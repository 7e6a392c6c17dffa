import type { SlideStyling } from '@ninesixteen/shared/slide/edit'
import { clamp } from '@ninesixteen/shared/slide/geometry'
import { MAIN_FORMAT, slideHeight } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { PHOTO_ZOOM_MAX, SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { PhotoEffects, PhotoPlacement, Slide } from '@ninesixteen/shared/slide/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'

/** Size of a photo in any unit: only the ratio counts. `format` is that of the slide behind whose texts it lies. */
export interface PhotoSize {
  width: number
  height: number
  format?: Format | undefined
}

const heightBehind = ({ format = MAIN_FORMAT }: PhotoSize): number => slideHeight(format)

/** A photo that was never adjusted. */
export const WHOLE_PHOTO: PhotoPlacement = { fit: 'fill', x: 0.5, y: 0.5, zoom: 1, flip: false, turns: 0 }

const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** Size of the placed photo, in slide units. */
function placedSize({ fit, zoom, turns }: PhotoPlacement, photo: PhotoSize): PhotoSize {
  const turned = turns % 2 === 1 ? { width: photo.height, height: photo.width } : photo
  const scales = [SLIDE_WIDTH / turned.width, heightBehind(photo) / turned.height]
  const scale = zoom * (fit === 'fill' ? Math.max(...scales) : Math.min(...scales))
  return { width: turned.width * scale, height: turned.height * scale }
}

/** A centre, as a share of the photo: a photo larger than the slide has no gap at its edges, a smaller one stays on the slide. */
function clampCentre(centre: number, shown: number, whole: number): number {
  const half = shown / whole / 2
  return round(clamp(centre, Math.max(0, Math.min(half, 1 - half)), Math.min(1, Math.max(half, 1 - half))))
}

/** The placement with its zoom within limits and its centre within the photo. */
export function clampPlacement(placement: PhotoPlacement, photo: PhotoSize): PhotoPlacement {
  const zoom = round(clamp(placement.zoom, 1, PHOTO_ZOOM_MAX))
  const { width, height } = placedSize({ ...placement, zoom }, photo)
  return { ...placement, zoom, x: clampCentre(placement.x, SLIDE_WIDTH, width), y: clampCentre(placement.y, heightBehind(photo), height) }
}

/** Moves the photo with the pointer, by slide units. */
export function panPhoto(placement: PhotoPlacement, by: { x: number; y: number }, photo: PhotoSize): PhotoPlacement {
  const { width, height } = placedSize(placement, photo)
  return clampPlacement({ ...placement, x: placement.x - by.x / width, y: placement.y - by.y / height }, photo)
}

export interface PhotoZoom {
  factor: number
  /** The point of the slide, in slide units, below which the photo stays. */
  at: { x: number; y: number }
}

/** Zooms the photo, as far as the limits allow. */
export function zoomPhoto(placement: PhotoPlacement, { factor, at }: PhotoZoom, photo: PhotoSize): PhotoPlacement {
  const zoom = clamp(placement.zoom * factor, 1, PHOTO_ZOOM_MAX)
  const [before, after] = [placedSize(placement, photo), placedSize({ ...placement, zoom }, photo)]
  const [fromX, fromY] = [at.x - SLIDE_WIDTH / 2, at.y - heightBehind(photo) / 2]
  const x = placement.x + fromX / before.width - fromX / after.width
  const y = placement.y + fromY / before.height - fromY / after.height
  return clampPlacement({ ...placement, zoom, x, y }, photo)
}

/** Mirrors what is seen: the photo is flipped before its turns, so a turned one is flipped around its other axis. */
export function flipPhoto(placement: PhotoPlacement): PhotoPlacement {
  const turns = (4 - placement.turns) % 4
  return { ...placement, flip: !placement.flip, turns, x: round(1 - placement.x) }
}

/** Turns what is seen clockwise by 90 degrees. */
export function turnPhoto(placement: PhotoPlacement): PhotoPlacement {
  return { ...placement, turns: (placement.turns + 1) % 4, x: round(1 - placement.y), y: placement.x }
}

/** The change to a slide; a photo that is not adjusted has no placement. */
export function placementStyle(placement: PhotoPlacement): SlideStyling {
  return { photoPlacement: sameData(placement, WHOLE_PHOTO) ? null : placement }
}

/** The change to a slide with some effects set; null and 0 take an effect away. */
export function effectsStyle(
  slide: Pick<Slide, 'photoEffects'>,
  change: { [K in keyof PhotoEffects]?: PhotoEffects[K] | null },
): SlideStyling {
  const merged = Object.entries({ ...slide.photoEffects, ...change }).filter(
    ([, value]) => value !== null && value !== undefined && value !== 0,
  )
  return { photoEffects: merged.length === 0 ? null : (Object.fromEntries(merged) as PhotoEffects) }
}
