import { type CellColors, enclosedCells, findSubject } from './photo-subject.ts'

/** The map's cells, stretched over the whole photo regardless of its ratio. */
export const MAP_COLUMNS = 18
export const MAP_ROWS = 32
export const MAP_CELLS = MAP_COLUMNS * MAP_ROWS

/** Size of the image that a map is made of: one cell is 8 x 8 pixels. */
export const MAP_PIXELS = { width: 144, height: 256 } as const

/** Where a photo is calm, light and dark, and where its subject is. Cells are listed row by row from the top left. */
export interface PhotoMap {
  /**
   * How much a cell disturbs text on it, 0 to 255. Smooth areas are below `CALM_MAX`; a single edge is above 80, texture above 120. The
   * subject is at least `SUBJECT_BUSY`, even where it is smooth.
   */
  busy: Uint8Array
  /** Mean relative luminance of a cell as the gray of that luminance in sRGB, 0 to 255. */
  light: Uint8Array
  /** The middle of the subject, as shares of width and height. Null if nothing differs enough from the rest. */
  subject: { x: number; y: number } | null
  /** Width of the photo as a share of its height. */
  ratio: number
}

/** Highest `busy` of a cell that text can lie on as it is. */
export const CALM_MAX = 40

/** Lowest `busy` of a cell of the subject. */
export const SUBJECT_BUSY = 105

/** An image as RGB or RGBA, row by row. */
export interface MapPixels {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}

const CELL = MAP_PIXELS.width / MAP_COLUMNS
const CELL_PIXELS = CELL * CELL

/** Values have 64 levels, one character of Base64 each. */
const LEVEL_MAX = 63
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** Changes with the way maps are computed, so that stored ones are computed again. */
const VERSION = '2'
const NO_SUBJECT = '--'
/** A ratio is stored in thousandths, in this many characters. */
const [RATIO_CHARACTERS, RATIO_PARTS] = [3, 1000]
const RATIO_MAX = ALPHABET.length ** RATIO_CHARACTERS - 1

/** Rounded to integers, so that engines whose `Math.pow` differs in the last digit have the same tables. */
const LINEAR = Int32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return Math.round(100_000 * (share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4)))
})
const GRAY_STEPS = 4096
const GRAY = Uint8Array.from({ length: GRAY_STEPS + 1 }, (_, step) => {
  const share = step / GRAY_STEPS
  return Math.round(255 * (share <= 0.003_130_8 ? 12.92 * share : 1.055 * Math.pow(share, 1 / 2.4) - 0.055))
})

/**
 * The map of a photo, from its pixels scaled to `MAP_PIXELS` and its ratio before that; transparent pixels are on black. Uses only operations
 * that give the same result everywhere. Throws a RangeError for an image of another size.
 */
export function photoMap(pixels: MapPixels, ratio = MAP_PIXELS.width / MAP_PIXELS.height): PhotoMap {
  const planes = planesOf(pixels)
  const cells = cellsOf(planes)
  const found = findSubject(cells)
  const objects = new Set([...enclosedCells(cells), ...(found?.isSharp ? found.cells : [])])
  const busy = Uint8Array.from(cells.busy, (value, cell) => quantized(objects.has(cell) ? Math.max(value, SUBJECT_BUSY) : value))
  const subject = found && { x: sharesOf(found.x), y: sharesOf(found.y) }
  return { busy, light: cells.light.map(quantized), subject, ratio: thousandths(ratio) / RATIO_PARTS }
}

const thousandths = (ratio: number): number => Math.max(1, Math.min(RATIO_MAX, Math.round(ratio * RATIO_PARTS)))

const levelOf = (value: number): number => Math.round((value * LEVEL_MAX) / 255)
const valueOf = (level: number): number => Math.round((level * 255) / LEVEL_MAX)
const quantized = (value: number): number => valueOf(levelOf(value))
const sharesOf = (share: number): number => Math.round(share * LEVEL_MAX) / LEVEL_MAX

interface Planes {
  gray: Int32Array
  redness: Int32Array
  blueness: Int32Array
  isSkin: Uint8Array
}

function planesOf({ width, height, data }: MapPixels): Planes {
  const size = MAP_PIXELS.width * MAP_PIXELS.height
  const channels = data.length / size
  if (width !== MAP_PIXELS.width || height !== MAP_PIXELS.height || (channels !== 3 && channels !== 4)) {
    throw new RangeError(`A photo map is made of ${MAP_PIXELS.width} x ${MAP_PIXELS.height} pixels in RGB or RGBA`)
  }
  const gray = new Int32Array(size)
  const redness = new Int32Array(size)
  const blueness = new Int32Array(size)
  const isSkin = new Uint8Array(size)
  for (let pixel = 0, at = 0; pixel < size; pixel++, at += channels) {
    const alpha = channels === 4 ? (data[at + 3] ?? 0) : 255
    const red = onBlack(data[at] ?? 0, alpha)
    const green = onBlack(data[at + 1] ?? 0, alpha)
    const blue = onBlack(data[at + 2] ?? 0, alpha)
    gray[pixel] = grayOf(red, green, blue)
    redness[pixel] = red - green
    blueness[pixel] = blue - green
    isSkin[pixel] = looksLikeSkin(red, green, blue) ? 1 : 0
  }
  return { gray, redness, blueness, isSkin }
}

const onBlack = (value: number, alpha: number): number => (alpha === 255 ? value : Math.round((value * alpha) / 255))

/** The gray with the same relative luminance as a color of sRGB. */
function grayOf(red: number, green: number, blue: number): number {
  const luminance = 2126 * (LINEAR[red] ?? 0) + 7152 * (LINEAR[green] ?? 0) + 722 * (LINEAR[blue] ?? 0)
  return GRAY[Math.round((luminance * GRAY_STEPS) / 1e9)] ?? 0
}

/** Skin of all tones lies in one range of hues, between brick and sand: red leads, blue is least, and neither by too much. */
function looksLikeSkin(red: number, green: number, blue: number): boolean {
  const lead = red - green
  return (
    red > 60 && blue < green && lead * 100 > red * 10 && lead * 100 < red * 42 && (green - blue) * 100 < red * 30 && blue * 100 > red * 28
  )
}

function cellsOf({ gray, redness, blueness, isSkin }: Planes): CellColors {
  const cells = {
    columns: MAP_COLUMNS,
    rows: MAP_ROWS,
    busy: new Uint8Array(MAP_CELLS),
    light: new Uint8Array(MAP_CELLS),
    redness: new Float64Array(MAP_CELLS),
    blueness: new Float64Array(MAP_CELLS),
    skin: new Float64Array(MAP_CELLS),
  }
  const edges = edgesOf(gray)
  for (let cell = 0; cell < MAP_CELLS; cell++) {
    const texture = residualOf(gray, cell) + COLOR_SHARE * (residualOf(redness, cell) + residualOf(blueness, cell))
    cells.busy[cell] = busyOf(texture, edgeOf(edges, cell))
    cells.light[cell] = Math.round(meanOf(gray, cell))
    cells.redness[cell] = meanOf(redness, cell)
    cells.blueness[cell] = meanOf(blueness, cell)
    cells.skin[cell] = meanOf(isSkin, cell)
  }
  return cells
}

/** Text is read by lightness: color alone disturbs it less. */
const COLOR_SHARE = 0.35
const EDGE_SHARE = 2
/** The disturbance that is half of the maximum. */
const HALF_BUSY = 30

/** Saturates, because a cell that nothing can be read on doesn't get worse. */
function busyOf(texture: number, edge: number): number {
  const disturbance = texture + EDGE_SHARE * edge
  return Math.round((255 * disturbance) / (disturbance + HALF_BUSY))
}

/** Index of the first pixel of a cell. */
function originOf(cell: number): number {
  const column = cell % MAP_COLUMNS
  return ((cell - column) / MAP_COLUMNS) * CELL * MAP_PIXELS.width + column * CELL
}

function meanOf(plane: Int32Array | Float64Array | Uint8Array, cell: number): number {
  const origin = originOf(cell)
  let sum = 0
  for (let y = 0; y < CELL; y++) {
    for (let x = 0; x < CELL; x++) sum += plane[origin + y * MAP_PIXELS.width + x] ?? 0
  }
  return sum / CELL_PIXELS
}

/** Mean of a cell's edges. Includes one pixel around it: an edge between two cells disturbs text on both. */
function edgeOf(edges: Float64Array, cell: number): number {
  const origin = originOf(cell)
  const left = origin % MAP_PIXELS.width
  const top = (origin - left) / MAP_PIXELS.width
  let sum = 0
  for (let y = Math.max(0, top - 1); y <= Math.min(MAP_PIXELS.height - 1, top + CELL); y++) {
    for (let x = Math.max(0, left - 1); x <= Math.min(MAP_PIXELS.width - 1, left + CELL); x++) sum += edges[y * MAP_PIXELS.width + x] ?? 0
  }
  return sum / CELL_PIXELS
}

/** Sum of the squares of a cell's coordinates, which are the odd numbers from -7 to 7. */
const SQUARES = CELL * 168

/**
 * Standard deviation of a cell from the plane that fits it best: zero for any even gradient. All sums are integers, so a mirrored cell has
 * exactly the same.
 */
function residualOf(plane: Int32Array, cell: number): number {
  const origin = originOf(cell)
  let [sum, squares, across, down] = [0, 0, 0, 0]
  for (let y = 0; y < CELL; y++) {
    for (let x = 0; x < CELL; x++) {
      const value = plane[origin + y * MAP_PIXELS.width + x] ?? 0
      sum += value
      squares += value * value
      across += value * (2 * x + 1 - CELL)
      down += value * (2 * y + 1 - CELL)
    }
  }
  const unexplained = squares - (sum * sum) / CELL_PIXELS - (across * across + down * down) / SQUARES
  return Math.sqrt(Math.max(0, unexplained) / CELL_PIXELS)
}

/** Slopes up to this many grays a pixel belong to smooth gradients and blurred backgrounds. */
const SLOPE_CALM = 6

/** How much steeper than a smooth gradient each pixel's slope is, in grays a pixel, by the Sobel operator. */
function edgesOf(gray: Int32Array): Float64Array {
  const { width, height } = MAP_PIXELS
  const edges = new Float64Array(width * height)
  for (let y = 0; y < height; y++) {
    const [above, row, below] = [Math.max(0, y - 1) * width, y * width, Math.min(height - 1, y + 1) * width]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
      const [northWest, northEast] = [gray[above + left] ?? 0, gray[above + right] ?? 0]
      const [southWest, southEast] = [gray[below + left] ?? 0, gray[below + right] ?? 0]
      const across = northEast + 2 * (gray[row + right] ?? 0) + southEast - northWest - 2 * (gray[row + left] ?? 0) - southWest
      const down = southWest + 2 * (gray[below + x] ?? 0) + southEast - northWest - 2 * (gray[above + x] ?? 0) - northEast
      edges[row + x] = Math.max(0, Math.sqrt(across * across + down * down) / 8 - SLOPE_CALM)
    }
  }
  return edges
}

/** As text of a fixed length for storage. */
export function encodePhotoMap({ busy, light, subject, ratio }: PhotoMap): string {
  const place = subject ? [subject.x, subject.y].map((share) => ALPHABET.charAt(Math.round(share * LEVEL_MAX))).join('') : NO_SUBJECT
  const levels = [...busy, ...light].map((value) => ALPHABET.charAt(levelOf(value))).join('')
  return VERSION + place + encodeRatio(ratio) + levels
}

function encodeRatio(ratio: number): string {
  const digits = Array.from(
    { length: RATIO_CHARACTERS },
    (_, at) => Math.floor(thousandths(ratio) / ALPHABET.length ** at) % ALPHABET.length,
  )
  return digits.map((digit) => ALPHABET.charAt(digit)).join('')
}

/** Characters before the levels: version, subject and ratio. */
const HEAD = VERSION.length + NO_SUBJECT.length + RATIO_CHARACTERS

/** Null for text that this version didn't make. */
export function decodePhotoMap(text: string): PhotoMap | null {
  if (text.length !== HEAD + 2 * MAP_CELLS || !text.startsWith(VERSION)) return null
  const indexes = (part: string): number[] => Array.from(part, (character) => ALPHABET.indexOf(character))
  const place = text.slice(VERSION.length, VERSION.length + NO_SUBJECT.length)
  const [x = -1, y = -1] = indexes(place)
  const digits = indexes(text.slice(HEAD - RATIO_CHARACTERS, HEAD))
  const levels = indexes(text.slice(HEAD))
  const ratio = digits.reduceRight((sum, digit) => sum * ALPHABET.length + digit, 0) / RATIO_PARTS
  if (levels.includes(-1) || digits.includes(-1) || ratio === 0 || (place !== NO_SUBJECT && (x < 0 || y < 0))) return null
  const values = Uint8Array.from(levels, valueOf)
  const subject = place === NO_SUBJECT ? null : { x: x / LEVEL_MAX, y: y / LEVEL_MAX }
  return { busy: values.slice(0, MAP_CELLS), light: values.slice(MAP_CELLS), subject, ratio }
}
