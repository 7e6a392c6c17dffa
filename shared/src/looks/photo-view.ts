import { MAP_COLUMNS, MAP_ROWS, type PhotoMap } from '../photos/photo-map.ts'
import { orientedSize, placedRect } from '../scene/photo-placement.ts'
import type { Frame } from '../slide/box.ts'
import { exportSize, MAIN_FORMAT, slideHeight, type Format } from '../slide/formats.ts'
import { clamp } from '../slide/geometry.ts'
import { PHOTO_FOCUS, SLIDE_WIDTH } from '../slide/limits.ts'
import type { PhotoPlacement, Slide } from '../slide/model.ts'

/** Fields of a slide that show a part of its photo; empty for the usual part. */
export interface Framing {
  photoPlacement?: PhotoPlacement
  photoFocus?: number
}

/** A part of a photo that a slide can show in a format. */
export interface PhotoView {
  /** The map of the photo as it is turned. */
  map: PhotoMap
  format: Format
  /** The part, as shares of the photo; it reaches beyond one that doesn't cover the slide. */
  part: Frame
  framing: Framing
  /** How far the part is from the usual one, in widths or heights of the slide. */
  shift: number
}

const MIDDLE: PhotoPlacement = { fit: 'fill', x: 0.5, y: 0.5, zoom: 1, flip: false, turns: 0 }
/** Pixels of the height of a photo whose size isn't known. */
const HEIGHT = 4000
/** Parts that are tried on each side of the usual one. */
const STEPS = 4
/** A photo that is larger than the slide by less than this share isn't moved. */
const ROOM_MIN = 0.04

/** The parts of its photo that a slide can show: one that a user framed stays. The usual part is the first. `main` is the framing in the main format. */
export function photoViews(
  slide: Pick<Slide, 'photoPlacement' | 'photoFocus'>,
  { map, format, main, isFixed = false }: { map: PhotoMap; format: Format; main: Framing; isFixed?: boolean },
): PhotoView[] {
  const photo = { width: map.ratio * HEIGHT, height: HEIGHT }
  const own = slide.photoPlacement
  const placed = (placement: PhotoPlacement): Frame => partOf(placedRect(photo, placement, exportSize(format)), exportSize(format))
  if (own) return [{ map: orient(map, own), format, part: placed(own), framing: {}, shift: 0 }]
  if (format !== MAIN_FORMAT && !main.photoPlacement) return coverViews(slide, { map, format, isFixed })
  const usual = main.photoPlacement ?? MIDDLE
  const part = placed(usual)
  const first: PhotoView = { map, format, part, framing: {}, shift: 0 }
  if (isFixed) return [first]
  const axis = part.width < part.height ? 'x' : 'y'
  const length = axis === 'x' ? part.width : part.height
  const moved = stepsBeside(usual[axis], length).map(({ at, shift }) => {
    const photoPlacement = { ...usual, [axis]: at }
    return { map, format, part: placed(photoPlacement), framing: { photoPlacement }, shift }
  })
  return [first, ...moved]
}

/** Formats cut the photo as the main one shows it, so that it needn't be loaded in full. */
function coverViews(
  { photoFocus }: Pick<Slide, 'photoFocus'>,
  { map, format, isFixed }: { map: PhotoMap; format: Format; isFixed: boolean },
): PhotoView[] {
  const [cover, size] = [exportSize(MAIN_FORMAT), exportSize(format)]
  const whole = partOf(placedRect({ width: map.ratio * HEIGHT, height: HEIGHT }, MIDDLE, cover), cover)
  const share = { width: size.width / cover.width, height: size.height / cover.height }
  const at = (focus: number): Frame => ({
    x: whole.x + (whole.width * (1 - share.width)) / 2,
    y: whole.y + whole.height * clamp(focus - share.height / 2, 0, 1 - share.height),
    width: whole.width * share.width,
    height: whole.height * share.height,
  })
  const usual: PhotoView = { map, format, part: at(photoFocus ?? PHOTO_FOCUS), framing: {}, shift: 0 }
  if (isFixed || photoFocus !== undefined) return [usual]
  const moved = stepsBeside(PHOTO_FOCUS, share.height).map(({ at: focus, shift }) => ({
    ...usual,
    part: at(focus),
    framing: { photoFocus: focus },
    shift,
  }))
  return [usual, ...moved]
}

/** Middles of the parts beside the usual one, nearest first, where a part has this share of the photo. */
function stepsBeside(usual: number, length: number): { at: number; shift: number }[] {
  if (1 - length < ROOM_MIN) return []
  const [low, high] = [length / 2, 1 - length / 2]
  const from = clamp(usual, low, high)
  return Array.from({ length: STEPS }, (_, step) => (step + 1) / STEPS).flatMap((share) =>
    [low, high].flatMap((end) => {
      const at = Math.round((from + (end - from) * share) * 1000) / 1000
      return at === from ? [] : [{ at, shift: Math.abs(at - from) / length }]
    }),
  )
}

function partOf(rect: Frame, { width, height }: { width: number; height: number }): Frame {
  return { x: -rect.x / rect.width, y: -rect.y / rect.height, width: width / rect.width, height: height / rect.height }
}

/** The map of a photo that is mirrored and turned. */
function orient(map: PhotoMap, placement: PhotoPlacement): PhotoMap {
  const { flip, turns } = placement
  if (!flip && turns === 0) return map
  const back = ({ x, y }: { x: number; y: number }): { x: number; y: number } => {
    const [column, row] = turns === 0 ? [x, y] : turns === 1 ? [y, 1 - x] : turns === 2 ? [1 - x, 1 - y] : [1 - y, x]
    return { x: flip ? 1 - column : column, y: row }
  }
  const cellAt = (cell: number): number => {
    const column = cell % MAP_COLUMNS
    const { x, y } = back({ x: (column + 0.5) / MAP_COLUMNS, y: ((cell - column) / MAP_COLUMNS + 0.5) / MAP_ROWS })
    return Math.floor(y * MAP_ROWS) * MAP_COLUMNS + Math.floor(x * MAP_COLUMNS)
  }
  const turned = (values: Uint8Array): Uint8Array => values.map((_, cell) => values[cellAt(cell)] ?? 0)
  const { width, height } = orientedSize({ width: map.ratio, height: 1 }, placement)
  return { busy: turned(map.busy), light: turned(map.light), subject: map.subject && forth(map.subject, placement), ratio: width / height }
}

function forth({ x, y }: { x: number; y: number }, { flip, turns }: PhotoPlacement): { x: number; y: number } {
  const column = flip ? 1 - x : x
  const [across, down] = turns === 0 ? [column, y] : turns === 1 ? [1 - y, column] : turns === 2 ? [1 - column, 1 - y] : [y, 1 - column]
  return { x: across, y: down }
}

interface Range {
  left: number
  top: number
  right: number
  bottom: number
}

/** The cells under a frame of the slide: first ones, and those after the last. */
function rangeUnder({ format, part }: PhotoView, { x, y, width, height }: Frame): Range {
  const column = (units: number): number =>
    clamp(Math.floor((part.x + (units / SLIDE_WIDTH) * part.width) * MAP_COLUMNS), 0, MAP_COLUMNS - 1)
  const row = (units: number): number =>
    clamp(Math.floor((part.y + (units / slideHeight(format)) * part.height) * MAP_ROWS), 0, MAP_ROWS - 1)
  return { left: column(x), top: row(y), right: column(x + width - 0.01) + 1, bottom: row(y + height - 0.01) + 1 }
}

/** Indexes of the map's cells under a frame of the slide. */
export function cellsUnder(view: PhotoView, frame: Frame): number[] {
  const { left, top, right, bottom } = rangeUnder(view, frame)
  const cells: number[] = []
  for (let row = top; row < bottom; row++) for (let column = left; column < right; column++) cells.push(row * MAP_COLUMNS + column)
  return cells
}

const sums = new WeakMap<PhotoMap, Float64Array>()
const WIDTH = MAP_COLUMNS + 1

/** Sums of `busy` over all cells above and left of each corner, so that the mean of any rectangle takes four of them. */
function sumsOf(map: PhotoMap): Float64Array {
  const known = sums.get(map)
  if (known) return known
  const table = new Float64Array(WIDTH * (MAP_ROWS + 1))
  for (let row = 0; row < MAP_ROWS; row++) {
    let along = 0
    for (let column = 0; column < MAP_COLUMNS; column++) {
      along += map.busy[row * MAP_COLUMNS + column] ?? 0
      table[(row + 1) * WIDTH + column + 1] = (table[row * WIDTH + column + 1] ?? 0) + along
    }
  }
  sums.set(map, table)
  return table
}

/** Mean `busy` under a frame of the slide, 0 to 255. */
export function busyUnder(view: PhotoView, frame: Frame): number {
  const { left, top, right, bottom } = rangeUnder(view, frame)
  const table = sumsOf(view.map)
  const at = (row: number, column: number): number => table[row * WIDTH + column] ?? 0
  return (at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)) / ((right - left) * (bottom - top))
}

/** The middle of the subject in units of the slide; null without one. */
export function subjectOn({ map: { subject }, part, format }: PhotoView): { x: number; y: number } | null {
  return (
    subject && {
      x: ((subject.x - part.x) / part.width) * SLIDE_WIDTH,
      y: ((subject.y - part.y) / part.height) * slideHeight(format),
    }
  )
}
