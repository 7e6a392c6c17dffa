/**
 * Hooks at least this similar say the same: "5 signs you are burnt out" and "7 signs that you are burnt out". Hooks that share a form, such as
 * "3 reasons to ...", stay below.
 */
export const DUPLICATE_SIMILARITY = 0.6

/** Letters of all scripts; numbers, emoji and punctuation don't make a hook a new one. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  )
}

/** Trigrams as in PostgreSQL's pg_trgm, which not every database offers: each word with two spaces before and one after it. */
export function trigramsOf(text: string): ReadonlySet<string> {
  const found = new Set<string>()
  for (const word of wordsOf(text)) {
    const letters = [' ', ' ', ...word, ' ']
    for (let at = 0; at + 3 <= letters.length; at += 1) found.add(letters.slice(at, at + 3).join(''))
  }
  return found
}

/** Shared trigrams by all trigrams of both, from 0 to 1. */
export function similarityOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let shared = 0
  for (const trigram of one) if (other.has(trigram)) shared += 1
  return shared / (one.size + other.size - shared)
}

export interface KnownHooks {
  /** Whether the hook repeats a known one. A hook without a letter counts as known. */
  has(hook: string): boolean
  add(hook: string): void
}

/** `similarity` is the least that makes two hooks the same. */
export function knownHooks(hooks: Iterable<string>, similarity = DUPLICATE_SIMILARITY): KnownHooks {
  const seen = new Set<string>()
  const trigrams: ReadonlySet<string>[] = []
  const add = (hook: string): void => {
    if (seen.has(hook)) return
    seen.add(hook)
    trigrams.push(trigramsOf(hook))
  }
  for (const hook of hooks) add(hook)
  return {
    add,
    has(hook) {
      const own = trigramsOf(hook)
      return own.size === 0 || trigrams.some((other) => similarityOf(own, other) >= similarity)
    },
  }
}
