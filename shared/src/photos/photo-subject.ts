/** Colors and texture of each cell of a photo, row by row. */
export interface CellColors {
  columns: number
  rows: number
  busy: Uint8Array
  light: Uint8Array
  /** Mean difference of red and green, and of blue and green, -255 to 255. */
  redness: Float64Array
  blueness: Float64Array
  /** Share of pixels with a color of human skin. */
  skin: Float64Array
}

/** The cells of a photo's subject and its middle, as shares of width and height. */
export interface FoundSubject {
  cells: ReadonlySet<number>
  x: number
  y: number
  /** Whether it is an object with an outline, rather than a glow or a blurred shape. */
  isSharp: boolean
}

/**
 * How different from the photo's border a cell must be to belong to a subject. The next level applies where all that is as different as
 * the one before is too large.
 */
const LEVELS = [30, 45, 60, 80]
/** How much more different skin counts as, where it differs from the border at all: users look at people first. */
const [SKIN, SKIN_DIFFERENT] = [60, 15]
/** Texture in front of a calm background differs less than a color does. */
const TEXTURE_SHARE = 0.4
/** Cells in the corners count this much less than those in the middle. */
const OFF_CENTER_LOSS = 0.5
/** Shares of the photo. A smaller area is a detail, a larger one is the scene itself. */
const [AREA_MIN, AREA_MAX] = [0.01, 0.45]
/** In cells, in both directions. */
const EXTENT_MIN = 3
/** A subject has its middle at least this share of the photo from each side. */
const MARGIN = 0.1
/** The share of its outline that must be edges of at least this `busy` for a subject to be sharp. */
const [SHARP_MIN, EDGE_BUSY] = [0.5, 60]
/** The border's cells that are this similar to a cell explain it: fewer can be the subject itself, which touches the border. */
const ALIKE = 10

/**
 * Finds the likely subject of a photo: the connected cells that differ most from its border in lightness, color, texture and skin, those in
 * the middle and with an outline first. Returns null if nothing differs enough.
 */
export function findSubject(colors: CellColors): FoundSubject | null {
  const salience = salienceOf(colors)
  for (const level of LEVELS) {
    const excess = salience.map((value) => Math.max(0, value - level))
    const [best] = areasOf(excess, colors)
      .filter((area) => isObject(area, colors))
      .map(({ cells, weight }) => {
        const sharpness = sharpnessOf(cells, colors)
        return {
          cells,
          isSharp: sharpness >= SHARP_MIN,
          likelihood: weight * (1 + sharpness),
          ...middleOf(cells, { excess, grid: colors }),
        }
      })
      .filter(isInside)
      .toSorted((one, other) => other.likelihood - one.likelihood)
    if (best) return best
  }
  return null
}

function isInside(middle: { x: number; y: number }): boolean {
  return [middle.x, middle.y].every((share) => share >= MARGIN && share <= 1 - MARGIN)
}

/** A band from one side of the photo to the other, such as a shore, and a thin line belong to the scene. */
function isObject({ cells }: Area, grid: CellColors): boolean {
  const share = cells.size / (grid.columns * grid.rows)
  if (share < AREA_MIN || share > AREA_MAX) return false
  const positions = Array.from(cells, (cell) => positionOf(cell, grid))
  const fits = (values: number[], length: number): boolean => {
    const extent = Math.max(...values) - Math.min(...values) + 1
    return extent >= EXTENT_MIN && extent < length
  }
  const columns = positions.map(({ column }) => column)
  const rows = positions.map(({ row }) => row)
  return fits(columns, grid.columns) && fits(rows, grid.rows)
}

/** The share of an area's outline that is an edge: a glow has none. */
function sharpnessOf(cells: ReadonlySet<number>, colors: CellColors): number {
  const outline = Array.from(cells).filter((cell) => neighborsOf(cell, colors).some((next) => !cells.has(next)))
  const isEdge = (cell: number) => (colors.busy[cell] ?? 0) >= EDGE_BUSY
  const edges = outline.filter((cell) => isEdge(cell) || neighborsOf(cell, colors).some((next) => !cells.has(next) && isEdge(next)))
  return outline.length === 0 ? 0 : edges.length / outline.length
}

/** How different each cell is from the photo's border. */
function salienceOf(colors: CellColors): Float64Array {
  const border = borderCells(colors)
  return Float64Array.from(colors.skin, (skinShare, cell) => {
    const different = distanceToBorder(colors, { cell, border })
    const skin = different > SKIN_DIFFERENT ? SKIN * skinShare : 0
    return (different + skin) * centrality(cell, colors)
  })
}

type Grid = Pick<CellColors, 'columns' | 'rows'>

function borderCells(grid: Grid): number[] {
  const { columns, rows } = grid
  const all = Array.from({ length: columns * rows }, (_, cell) => cell)
  return all.filter((cell) => {
    const { column, row } = positionOf(cell, grid)
    return column === 0 || row === 0 || column === columns - 1 || row === rows - 1
  })
}

function positionOf(cell: number, { columns }: Grid): { column: number; row: number } {
  const column = cell % columns
  return { column, row: (cell - column) / columns }
}

/** 1 in the middle of the photo, less towards its corners. */
function centrality(cell: number, grid: Grid): number {
  const { column, row } = positionOf(cell, grid)
  const x = (2 * column + 1 - grid.columns) / grid.columns
  const y = (2 * row + 1 - grid.rows) / grid.rows
  return 1 - (OFF_CENTER_LOSS * (x * x + y * y)) / 2
}

/** Distance to the most similar cells of the border, the tenth of them. */
function distanceToBorder(colors: CellColors, { cell, border }: { cell: number; border: readonly number[] }): number {
  // Sorted, the nearest first: far less work than sorting the whole border for each cell.
  const nearest = Array.from({ length: ALIKE }, () => Infinity)
  for (const other of border) {
    const distance = squareDistance(colors, cell, other)
    let place = ALIKE - 1
    if (distance >= (nearest[place] ?? 0)) continue
    for (; place > 0 && distance < (nearest[place - 1] ?? 0); place--) nearest[place] = nearest[place - 1] ?? 0
    nearest[place] = distance
  }
  return Math.sqrt(nearest[ALIKE - 1] ?? 0)
}

function squareDistance({ light, busy, redness, blueness }: CellColors, one: number, other: number): number {
  const lightness = (light[one] ?? 0) - (light[other] ?? 0)
  const texture = TEXTURE_SHARE * ((busy[one] ?? 0) - (busy[other] ?? 0))
  const red = (redness[one] ?? 0) - (redness[other] ?? 0)
  const blue = (blueness[one] ?? 0) - (blueness[other] ?? 0)
  return lightness * lightness + texture * texture + red * red + blue * blue
}

/** A larger calm area has room for text, whatever is around it. As a share of the photo. */
const ENCLOSED_MAX = 0.06

/** Small calm areas within an outline, such as the side of a mug: they belong to an object. */
export function enclosedCells(colors: CellColors): ReadonlySet<number> {
  const calm = Float64Array.from(colors.busy, (busy) => (busy < EDGE_BUSY ? 1 : 0))
  const border = new Set(borderCells(colors))
  const enclosed = areasOf(calm, colors).filter(
    ({ cells }) => cells.size <= ENCLOSED_MAX * calm.length && ![...cells].some((cell) => border.has(cell)),
  )
  return new Set(enclosed.flatMap(({ cells }) => [...cells]))
}

interface Area {
  cells: Set<number>
  weight: number
}

/** Connected cells of more than zero. */
function areasOf(excess: Float64Array, grid: Grid): Area[] {
  const seen = new Set<number>()
  const areas: Area[] = []
  for (let start = 0; start < excess.length; start++) {
    if (seen.has(start) || !excess[start]) continue
    const area: Area = { cells: new Set([start]), weight: 0 }
    for (const cell of area.cells) {
      area.weight += excess[cell] ?? 0
      for (const next of neighborsOf(cell, grid)) if (excess[next]) area.cells.add(next)
    }
    for (const cell of area.cells) seen.add(cell)
    areas.push(area)
  }
  return areas
}

function neighborsOf(cell: number, grid: Grid): number[] {
  const { column, row } = positionOf(cell, grid)
  return [
    ...(column > 0 ? [cell - 1] : []),
    ...(column < grid.columns - 1 ? [cell + 1] : []),
    ...(row > 0 ? [cell - grid.columns] : []),
    ...(row < grid.rows - 1 ? [cell + grid.columns] : []),
  ]
}

/** The middle, in which cells count by the square of their difference. */
function middleOf(cells: ReadonlySet<number>, { excess, grid }: { excess: Float64Array; grid: Grid }): { x: number; y: number } {
  let [x, y, total] = [0, 0, 0]
  for (const cell of cells) {
    const { column, row } = positionOf(cell, grid)
    const weight = (excess[cell] ?? 0) * (excess[cell] ?? 0)
    x += (2 * column + 1) * weight
    y += (2 * row + 1) * weight
    total += weight
  }
  return { x: x / total / (2 * grid.columns), y: y / total / (2 * grid.rows) }
}
