import type { TextRange } from '../slide/emphasis.ts'

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu
/** Shorter words carry no point. */
const WORD_MIN = 5

/** The place of words in a text, in any case; null if it doesn't have them. Only whole words. */
export function rangeOf(text: string, words: string): TextRange | null {
  const wanted = words.trim().toLowerCase()
  if (wanted === '') return null
  const start = text.toLowerCase().indexOf(wanted)
  if (start < 0 || text.toLowerCase().length !== text.length) return null
  const end = start + wanted.length
  const isInside = /[\p{L}\p{N}]/u
  if (isInside.test(text[start - 1] ?? '') || isInside.test(text[end] ?? '')) return null
  return end - start === text.trim().length ? null : { start, end }
}

/** The word to emphasise where none was chosen: the first of the longest. Null for a text of few words, or of short ones. */
export function likelyEmphasis(text: string): TextRange | null {
  const words = [...text.matchAll(WORD)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
  if (words.length < 3) return null
  const length = ({ start, end }: TextRange): number => end - start
  const longest = words.reduce<TextRange | null>((best, word) => (best && length(best) > length(word) ? best : word), null)
  return longest && length(longest) >= WORD_MIN ? longest : null
}
