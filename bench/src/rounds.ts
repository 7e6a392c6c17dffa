/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

/** The median of some rounds; the first one, which compiles and fills caches, is left out. */
export async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  await measure()
  const values: number[] = []
  for (let round = 0; round < rounds; round++) values.push(await measure())
  return quantile(values, 0.5)
}
