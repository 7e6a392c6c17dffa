import type { Dictionary } from './dictionary.ts'

/** Scripts written without spaces between words, by the key of their dictionary. */
export const DICTIONARY_SCRIPTS = {
  thai: /^[\u0e01-\u0e3a\u0e40-\u0e4e]+$/,
  lao: /^[\u0e81-\u0ec4\u0ec6-\u0ecd\u0edc-\u0edf]+$/,
  burmese: /^[\u1000-\u103f\u1050-\u109f\u200b-\u200d]+$/,
  khmer: /^[\u1780-\u17d3\u17dd\u200b-\u200d]+$/,
} as const
export type DictionaryScript = keyof typeof DICTIONARY_SCRIPTS

const ANY = /[\u0e01-\u0e4e\u0e81-\u0ecd\u0edc-\u0edf\u1000-\u109f\u1780-\u17dd]/
const SCRIPTS = Object.keys(DICTIONARY_SCRIPTS) as DictionaryScript[]

/** The script of which a grapheme is written, if it is one of these. */
export function dictionaryScript(grapheme: string): DictionaryScript | null {
  if (!ANY.test(grapheme)) return null
  return SCRIPTS.find((script) => DICTIONARY_SCRIPTS[script].test(grapheme)) ?? null
}

/** Costs of a word and of a character outside any word: three words cost less than one unknown character. */
const WORD_COST = 1
const UNKNOWN_COST = 4

/**
 * True at each grapheme that ends a word. `ends` are the offsets in `text` at which the graphemes end. Chooses the segmentation with the fewest
 * words and the fewest characters outside words; consecutive unknown characters count as one, usually a name.
 */
export function wordEnds(text: string, ends: readonly number[], dictionary: Dictionary): boolean[] {
  const indexAt = new Map([[0, 0], ...ends.map((end, index) => [end, index + 1] as const)])
  /** The cheapest way to each place: its cost and where its last piece begins. */
  const best = Array.from({ length: ends.length + 1 }, () => ({ cost: Infinity, from: 0, isWord: false }))
  best[0] = { cost: 0, from: 0, isWord: true }
  const offer = (to: number, way: { cost: number; from: number; isWord: boolean }): void => {
    const known = best[to]
    // Ties go to the result with the shorter last word: its first words are longer.
    if (known && way.cost <= known.cost) best[to] = way
  }
  for (let from = 0; from < ends.length; from++) {
    const cost = best[from]?.cost ?? 0
    const start = from === 0 ? 0 : (ends[from - 1] ?? 0)
    offer(from + 1, { cost: cost + UNKNOWN_COST, from, isWord: false })
    for (const end of dictionary.ends(text, start)) {
      const to = indexAt.get(end)
      if (to !== undefined) offer(to, { cost: cost + WORD_COST, from, isWord: true })
    }
  }
  const result = ends.map(() => false)
  let followedByWord = true
  for (let at = ends.length; at > 0; at = best[at]?.from ?? 0) {
    const isWord = best[at]?.isWord ?? true
    result[at - 1] = isWord || followedByWord
    followedByWord = isWord
  }
  return result
}
