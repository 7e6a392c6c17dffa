/** Well-formed, because half a pair is refused or shown as a question mark. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').trim()
}

/** How much of a limit one grapheme takes: never less than its UTF-16 code units. */
export type SizeOf = (grapheme: string) => number

const codeUnits: SizeOf = (grapheme) => grapheme.length

/** The text cut to `limit`, and how many UTF-16 code units are left out. */
export function fitText(text: string, limit: number, sizeOf = codeUnits): { text: string; leftOut: number } {
  const shortened = cutAtWord(text, limit, sizeOf)
  return { text: shortened, leftOut: text.slice(shortened.length).trimStart().length }
}

/** A caption and a description as one text. */
export const joinTexts = (caption: string, description: string) => [caption, description].filter(Boolean).join('\n\n')

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The longest prefix of whole graphemes that fits into `limit`. */
function completeCharacters(text: string, limit: number, sizeOf: SizeOf): string {
  let end = 0
  let size = 0
  // One grapheme may be of any length: no more is read than can matter.
  for (const { segment } of graphemes.segment(text.slice(0, limit + 64))) {
    size += sizeOf(segment)
    if (size > limit) break
    end += segment.length
  }
  return end > 0 ? text.slice(0, end) : withoutLastMarks(text.slice(0, limit + 1), limit, sizeOf)
}

/** A single grapheme that is too long loses its last marks, and never half of a pair. */
function withoutLastMarks(text: string, limit: number, sizeOf: SizeOf): string {
  let shortened = ''
  for (const char of text) {
    if (sizeOf(shortened + char) > limit) break
    shortened += char
  }
  return shortened
}

/** Cut after a word where one ends in the last third, else after a whole grapheme; `limit` is in UTF-16 code units unless `sizeOf` counts. */
export function cutAtWord(text: string, limit: number, sizeOf = codeUnits): string {
  const shortened = completeCharacters(text, limit, sizeOf)
  if (shortened.length === text.length) return text
  const isWordEnd = /^\s/.test(text.slice(shortened.length))
  const space = isWordEnd ? shortened.length : shortened.search(/\s\S*$/)
  return (space > (shortened.length * 2) / 3 ? shortened.slice(0, space) : shortened).trimEnd()
}
