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
 * Lays out a day's posts, with overlapping ones side by side. `placed` is sorted by time. With more than `most` at a time, the last column
 * groups the rest.
 */
export function hourColumns(placed: readonly PlacedPost[], { heightMinutes, most }: { heightMinutes: number; most: number }): HourColumns {
  const found: HourColumns = { places: [], overflows: [] }
  let group: PlacedPost[] = []
  let until = -1
  const close = () => {
    if (group.length > 0) arrange(group, { heightMinutes, most, found })
    group = []
  }
  for (const one of placed) {
    if (one.minute >= until) close()
    group.push(one)
    until = one.minute + heightMinutes
  }
  close()
  return found
}

function arrange(
  group: readonly PlacedPost[],
  { heightMinutes, most, found }: { heightMinutes: number; most: number; found: HourColumns },
): void {
  const wanted = columnsOf(group, heightMinutes)
  const columns = Math.min(Math.max(...wanted) + 1, most)
  const isFull = Math.max(...wanted) >= most
  const rest: PlacedPost[] = []
  group.forEach((placed, index) => {
    const column = wanted[index] ?? 0
    if (isFull && column >= most - 1) rest.push(placed)
    else found.places.push({ placed, column, columns })
  })
  let open: HourOverflow | null = null
  for (const placed of rest) {
    if (open && placed.minute < open.minute + heightMinutes) open.posts.push(placed)
    else found.overflows.push((open = { minute: placed.minute, posts: [placed], columns }))
  }
}

/** The first free column of each post. */
function columnsOf(group: readonly PlacedPost[], heightMinutes: number): number[] {
  const free: number[] = []
  return group.map(({ minute }) => {
    const found = free.findIndex((from) => from <= minute)
    const column = found < 0 ? free.length : found
    free[column] = minute + heightMinutes
    return column
  })
}
