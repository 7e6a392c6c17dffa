/** A company needs this many photos of its own before only those are used. */
export const COMPANY_PHOTOS_MIN = 3

/** A source of numbers from 0 up to 1, as Math.random. */
export type Random = () => number

/** A repeatable source of numbers (mulberry32 over an FNV-1a hash of the seed). For choices, never for secrets. */
export function seededRandom(seed: string): Random {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Storage paths a background may be taken from: the company's set when it is large enough, else all photos of the user. GIFs never. */
export function backgroundChoices(all: readonly string[], ofCompany: readonly string[]): string[] {
  const usable = (paths: readonly string[]) => [...new Set(paths)].filter((path) => !/\.gif$/i.test(path))
  const own = usable(ofCompany)
  return own.length >= COMPANY_PHOTOS_MIN ? own : usable(all)
}

/** A shuffled copy; every order is equally likely. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const deck = [...items]
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    const [a, b] = [deck[last], deck[other]]
    if (a !== undefined && b !== undefined) [deck[last], deck[other]] = [b, a]
  }
  return deck
}
