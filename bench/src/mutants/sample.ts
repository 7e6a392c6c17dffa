/** Numbers from 0 to 1 that a seed gives again in the same order (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` of the items, the same ones for the same seed, in their order; all of them where there are fewer. */
export function sampleOf<T>(items: readonly T[], count: number, seed: number): T[] {
  const random = randomFrom(seed)
  const drawn = items.map((_, place) => ({ place, lot: random() })).toSorted((a, b) => a.lot - b.lot)
  const places = new Set(drawn.slice(0, count).map(({ place }) => place))
  return items.filter((_, place) => places.has(place))
}
