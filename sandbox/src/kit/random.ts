/** Numbers from 0 up to 1 that are the same for the same seed (xorshift over an FNV-1a hash). */
export type Random = () => number

export function seeded(seed: string): Random {
  let state = 0x811c9dc5
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193)
  state = state || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let warm = 0; warm < 8; warm += 1) next()
  return next
}

export function pick<T>(random: Random, items: readonly [T, ...T[]] | readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

/** A choice of this many, in the order in which they were. */
export function chooseInOrder<T>(random: Random, items: readonly T[], count: number): T[] {
  const chosen = new Set(shuffle(random, items).slice(0, count))
  return items.filter((item) => chosen.has(item))
}

export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
