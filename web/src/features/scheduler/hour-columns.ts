import type { PlacedPost } from './placing.ts'

/** A post's column within its day. */
export interface HourPlace {
  placed: PlacedPost
  /** 0-based, of `columns`. */
  column: number
  columns: number
}

/** Posts without space, grouped at the time of the first. */
export interface HourOverflow {
  minute: number
  posts: PlacedPost[]
  columns: number
}

export interface HourColumns {
  places: HourPlace[]
  overflows: HourOverflow[]
}

/**
 * Lays out a day's posts, with overlapping ones side by side. `placed` is sorted by time. With more than `maxColumns` at a time, the last column
 * groups the rest.
 */
export function hourColumns(
  placed: readonly PlacedPost[],
  { heightMinutes, maxColumns }: { heightMinutes: number; maxColumns: number },
): HourColumns {
  const result: HourColumns = { places: [], overflows: [] }
  let group: PlacedPost[] = []
  let until = -1
  const close = () => {
    if (group.length > 0) arrange(group, { heightMinutes, maxColumns, result })
    group = []
  }
  for (const one of placed) {
    if (one.minute >= until) close()
    group.push(one)
    until = one.minute + heightMinutes
  }
  close()
  return result
}

function arrange(
  group: readonly PlacedPost[],
  { heightMinutes, maxColumns, result }: { heightMinutes: number; maxColumns: number; result: HourColumns },
): void {
  const assigned = columnsOf(group, heightMinutes)
  const columns = Math.min(Math.max(...assigned) + 1, maxColumns)
  const isFull = Math.max(...assigned) >= maxColumns
  const overflowing: PlacedPost[] = []
  group.forEach((placed, index) => {
    const column = assigned[index] ?? 0
    if (isFull && column >= maxColumns - 1) overflowing.push(placed)
    else result.places.push({ placed, column, columns })
  })
  let open: HourOverflow | null = null
  for (const placed of overflowing) {
    if (open && placed.minute < open.minute + heightMinutes) open.posts.push(placed)
    else result.overflows.push((open = { minute: placed.minute, posts: [placed], columns }))
  }
}

/** The first free column of each post. */
function columnsOf(group: readonly PlacedPost[], heightMinutes: number): number[] {
  const freeFrom: number[] = []
  return group.map(({ minute }) => {
    const freeColumn = freeFrom.findIndex((from) => from <= minute)
    const column = freeColumn < 0 ? freeFrom.length : freeColumn
    freeFrom[column] = minute + heightMinutes
    return column
  })
}
