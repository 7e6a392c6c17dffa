/** TikTok's limits, in UTF-16 code units (Content Posting API). */
export const TIKTOK_TITLE_MAX = 90
export const TIKTOK_DESCRIPTION_MAX = 4000
export const TIKTOK_VIDEO_TEXT_MAX = 2200

export interface TiktokText {
  title: string
  /** Empty for a video, which has a title alone. */
  description: string
  /** How much is cut, in UTF-16 code units. Forms show it before the user submits. */
  leftOut: number
}

/** Well-formed, because half a pair is refused or shown as a question mark. */
function clean(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').trim()
}

function fitted(text: string, limit: number): { text: string; leftOut: number } {
  const kept = cutAtWord(text, limit)
  return { text: kept, leftOut: text.slice(kept.length).trimStart().length }
}

const together = (caption: string, description: string) => [caption, description].filter(Boolean).join('\n\n')

/** A caption that fits becomes the title of a photo post. A longer one is cut for the title, and the full text comes first in the description. */
export function tiktokPhotoText(caption: string, description: string): TiktokText {
  const [words, more] = [clean(caption), clean(description)]
  // A title is one line.
  const title = words.replace(/\s+/g, ' ')
  const isWhole = title.length <= TIKTOK_TITLE_MAX
  const { text, leftOut } = fitted(isWhole ? more : together(words, more), TIKTOK_DESCRIPTION_MAX)
  return { title: isWhole ? title : `${cutAtWord(title, TIKTOK_TITLE_MAX - 1)}…`, description: text, leftOut }
}

/** All the text of a video is its title. */
export function tiktokVideoText(caption: string, description: string): TiktokText {
  const { text, leftOut } = fitted(together(clean(caption), clean(description)), TIKTOK_VIDEO_TEXT_MAX)
  return { title: text, description: '', leftOut }
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As many whole graphemes as fit into `limit` UTF-16 code units. */
function wholeCharacters(text: string, limit: number): string {
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
function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = wholeCharacters(text, limit)
  const isWordEnd = /^\s/.test(text.slice(kept.length))
  const space = isWordEnd ? kept.length : kept.search(/\s\S*$/)
  return (space > (limit * 2) / 3 ? kept.slice(0, space) : kept).trimEnd()
}
