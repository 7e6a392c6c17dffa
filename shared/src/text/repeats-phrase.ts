/** A text repeats a phrase with this many words in a row; a shorter phrase counts as a whole. */
const REPEATED_WORDS = 4
/** A phrase of fewer words also occurs by chance. */
const PHRASE_WORDS_MIN = 3

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Whether the text repeats a part of a phrase, word by word, that `allowed` doesn't contain. */
export function repeatsPhrase(text: string, phrases: readonly string[], allowed = ''): boolean {
  const [own, free] = [text, allowed].map((part) => ` ${wordsOf(part).join(' ')} `)
  return phrases.some((phrase) => {
    const words = wordsOf(phrase)
    const length = Math.min(REPEATED_WORDS, words.length)
    if (length < PHRASE_WORDS_MIN) return false
    return words
      .slice(0, words.length - length + 1)
      .map((_word, at) => ` ${words.slice(at, at + length).join(' ')} `)
      .some((part) => own?.includes(part) && !free?.includes(part))
  })
}
