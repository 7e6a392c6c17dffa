/** Any character that can make a paragraph run from right to left, or an explicit direction mark. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe]|[\ud802\ud803\ud83a\ud83b]/

/** False for a paragraph that runs from left to right in all of its parts, which spares most texts the algorithm and its tables. */
export function needsBidi(paragraph: string): boolean {
  return RIGHT_TO_LEFT.test(paragraph)
}

/** The function of bidi-levels.ts, which is loaded apart from this file. */
export type BidiLevels = (paragraph: string) => Uint8Array

/** Runs in visual order, from left to right: every stretch of at least a level is reversed, highest level first (rule L2). */
export function visualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const order = [...runs]
  const highest = Math.max(0, ...runs.map((run) => run.level))
  for (let level = highest; level > 0; level--) {
    let start = 0
    while (start < order.length) {
      if ((order[start]?.level ?? 0) < level) {
        start += 1
        continue
      }
      let end = start
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1
      order.splice(start, end - start, ...order.slice(start, end).toReversed())
      start = end
    }
  }
  return order
}
