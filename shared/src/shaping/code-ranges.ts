/** Sorted code points in ranges: first, last, first, last ... */
export type CodeRanges = readonly number[]

/** True when a range holds the code point. */
export function isWithin(ranges: CodeRanges, codePoint: number): boolean {
  let low = 0
  let high = ranges.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (codePoint > (ranges[2 * middle + 1] ?? 0)) low = middle + 1
    else high = middle
  }
  return codePoint >= (ranges[2 * low] ?? Infinity)
}

/** Ranges from the distances between their ends, which take a third of the bytes in a file. The inverse is in scripts/build-assets.mjs. */
export function rangesFromSteps(steps: readonly number[]): CodeRanges {
  let at = 0
  return steps.map((step) => (at += step))
}
