/** Well-formed, because half a pair is refused or shown as a question mark. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').trim()
}

/** The text cut to `limit` UTF-16 code units, and how many of them are left out. */
export function fitText(text: string, limit: number): { text: string; leftOut: number } {
  const shortened = cutAtWord(text, limit)
  return { text: shortened, leftOut: text.slice(shortened.length).trimStart().length }
}

/** A caption and a description as one text. */
export const joinTexts = (caption: string, description: string) => [caption, description].filter(Boolean).join('\n\n')

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As many whole graphemes as fit into `limit` UTF-16 code units. */
function completeCharacters(text: string, limit: number): string {
  if (text.length <= limit) return text
  let end = 0
  // One character may be of any length: no more is looked at than can matter.
  for (const { index, segment } of characters.segment(text.slice(0, limit + 64))) {
    if (index + segment.length > limit) break
    end = index + segment.length
  }
  // A single one that is too long loses its last marks, and never half of a pair.
  return end > 0 ? text.slice(0, end) : text.slice(0, limit).replace(/[\ud800-\udbff]$/, '')
}

/** Cut after a word where one ends in the last third, else after a whole character; `limit` is in UTF-16 code units. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text
  const shortened = completeCharacters(text, limit)
  const isWordEnd = /^\s/.test(text.slice(shortened.length))
  const space = isWordEnd ? shortened.length : shortened.search(/\s\S*$/)
  return (space > (limit * 2) / 3 ? shortened.slice(0, space) : shortened).trimEnd()
}
