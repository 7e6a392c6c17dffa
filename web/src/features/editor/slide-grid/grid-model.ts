/** Slides selected in the grid, and the one from which Shift extends the selection. */
export interface GridSelection {
  selected: readonly string[]
  anchor: string | null
}

/** `only` selects one slide, `toggle` adds or removes it, `range` selects everything from the anchor to it. */
export type SelectHow = 'only' | 'toggle' | 'range'

/** The selection, in the order of the slides, after the user chose one. */
export function selectIn(
  order: readonly string[],
  { selected, anchor }: GridSelection,
  { id, how }: { id: string; how: SelectHow },
): GridSelection {
  if (how === 'only') return { selected: [id], anchor: id }
  if (how === 'toggle') {
    const isIn = selected.includes(id)
    return { selected: order.filter((other) => (other === id ? !isIn : selected.includes(other))), anchor: id }
  }
  const from = anchor !== null && order.includes(anchor) ? anchor : id
  const [start = 0, end = 0] = [order.indexOf(from), order.indexOf(id)].toSorted((a, b) => a - b)
  return { selected: order.slice(start, end + 1), anchor: from }
}

export interface CellRect {
  left: number
  right: number
  top: number
  bottom: number
}

/** The gap nearest to a point, in a grid filled row by row: before the nth slide, or behind the last. */
export function gapAt(cells: readonly CellRect[], { x, y }: { x: number; y: number }): number {
  const row = cells.find((cell) => y < cell.bottom) ?? cells.at(-1)
  if (!row) return 0
  const inRow = cells.filter((cell) => cell.top === row.top)
  return cells.findIndex((cell) => cell.top === row.top) + inRow.filter((cell) => x > (cell.left + cell.right) / 2).length
}

/** The place of the first moved slide among all, when those go into a gap. */
export function placeOfGap(order: readonly string[], moving: readonly string[], gap: number): number {
  return order.slice(0, gap).filter((id) => !moving.includes(id)).length
}

/** Steps that a key goes along the slides; null for other keys. */
export function stepOfKey(key: string, { columns, index, count }: { columns: number; index: number; count: number }): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -index,
    End: count - 1 - index,
  }
  return steps[key] ?? null
}

/** Columns of a grid filled row by row. */
export const columnsOf = (cells: readonly CellRect[]): number => Math.max(1, cells.filter((cell) => cell.top === cells[0]?.top).length)
