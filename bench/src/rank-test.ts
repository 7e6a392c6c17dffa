/**
 * The chance that two samples of one and the same thing differ as much as these (Mann-Whitney U, two-sided, by the normal approximation with
 * ties, which is exact enough for some dozens of values).
 */
export function differenceP(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, isOne: true })), ...other.map((value) => ({ value, isOne: false }))]
  all.sort((a, b) => a.value - b.value)
  let [ranks, ties] = [0, 0]
  for (let at = 0; at < all.length;) {
    let end = at
    while (end < all.length && all[end]?.value === all[at]?.value) end += 1
    const count = end - at
    // The mean of the ranks at + 1 to end, for each of them.
    ranks += all.slice(at, end).filter(({ isOne }) => isOne).length * ((at + 1 + end) / 2)
    ties += count ** 3 - count
    at = end
  }
  const [n, m] = [one.length, other.length]
  const u = ranks - (n * (n + 1)) / 2
  const spread = Math.sqrt(((n * m) / 12) * (n + m + 1 - ties / ((n + m) * (n + m - 1))))
  const z = spread === 0 ? 0 : Math.abs(u - (n * m) / 2) / spread
  return 2 * (1 - normalBelow(z))
}

/** Share of a normal distribution below z >= 0 (Abramowitz and Stegun 26.2.17, to 7.5e-8). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}
