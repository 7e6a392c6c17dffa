/** Positions of all headings and rows in pixels, computed before rendering. */
export interface GridLayout {
  columns: number
  /** Side length of a tile. */
  tile: number
  gap: number
  height: number
  sections: { top: number; height: number; rows: number }[]
  /** Headings and rows from top to bottom. */
  lines: GridLine[]
}

export interface GridLine {
  section: number
  /** Null for the section's heading. */
  row: number | null
  top: number
  height: number
}

const HEADING_HEIGHT = 52
const SECTION_GAP = 16
const TILE_MIN = 148
const GAP = 12
/** Narrower grids have three columns. */
const PHONE_WIDTH = 640
const PHONE_COLUMNS = 3
const PHONE_GAP = 6

export function layoutGrid(width: number, counts: readonly number[]): GridLayout {
  const isPhone = width < PHONE_WIDTH
  const gap = isPhone ? PHONE_GAP : GAP
  const columns = isPhone ? PHONE_COLUMNS : Math.max(1, Math.floor((width + gap) / (TILE_MIN + gap)))
  const tile = Math.max(1, (width - gap * (columns - 1)) / columns)
  const lines: GridLine[] = []
  let top = 0
  const sections = counts.map((count, section) => {
    const begin = top
    lines.push({ section, row: null, top, height: HEADING_HEIGHT })
    top += HEADING_HEIGHT
    const rows = Math.ceil(count / columns)
    for (let row = 0; row < rows; row++) {
      const height = tile + gap
      lines.push({ section, row, top, height })
      top += height
    }
    const height = top - begin
    const lastLine = lines.at(-1)
    if (lastLine) lastLine.height += SECTION_GAP
    top += SECTION_GAP
    return { top: begin, height, rows }
  })
  return { columns, tile, gap, height: top, sections, lines }
}

/** Indices of the first and last line that intersect a range in pixels; `first > last` if none does. */
export function linesBetween(lines: readonly GridLine[], from: number, to: number): { first: number; last: number } {
  return { first: countBefore(lines, (line) => line.top + line.height <= from), last: countBefore(lines, (line) => line.top < to) - 1 }
}

/** Number of leading lines for which `isBefore` is true, by binary search. */
function countBefore(lines: readonly GridLine[], isBefore: (line: GridLine) => boolean): number {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (line && isBefore(line)) low = middle + 1
    else high = middle
  }
  return low
}

/** Overscan in pixels, for loading photos before they are visible. */
const OVERSCAN = 600

/** The lines in and near the viewport. `gridTop` is the position of the grid on the page. */
export function linesInView(
  lines: readonly GridLine[],
  view: { top: number; height: number },
  gridTop: number,
): { first: number; last: number } {
  const from = view.top - gridTop
  return linesBetween(lines, from - OVERSCAN, from + view.height + OVERSCAN)
}

/** Indices of the blocks of `size` photos that contain the rendered range `from` to `to` (exclusive) and half a block around it. */
export function blocksAround({ from, to }: { from: number; to: number }, count: number, size: number): { first: number; last: number } {
  return {
    first: Math.floor(Math.max(0, from - size / 2) / size),
    last: Math.floor(Math.max(0, Math.min(count, to + size / 2) - 1) / size),
  }
}
