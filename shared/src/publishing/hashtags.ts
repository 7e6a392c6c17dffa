/** Most hashtags of a group: Tumblr's limit. */
export const HASHTAGS_MAX = 30
/** Longest hashtag, in code points. */
export const HASHTAG_LENGTH_MAX = 100

/** A hashtag ends where platforms end its link: at the first character that is no letter, digit or underscore of any script. */
const UNLINKED = /[^\p{L}\p{M}\p{N}_]+/gu
const HASHTAG = /(?<![\p{L}\p{M}\p{N}_&/#＃])[#＃]([\p{L}\p{M}\p{N}_]+)/gu
/** Platforms don't link a number. */
const HAS_LETTER = /[\p{L}_]/u

/** Hashtags without their number sign, each once regardless of case, in the given order. A word that can't be one is left out. */
export function cleanHashtags(words: readonly string[], most = HASHTAGS_MAX): string[] {
  const unique = new Map<string, string>()
  for (const word of words) {
    const tag = Array.from(word.toWellFormed().replaceAll(UNLINKED, '')).slice(0, HASHTAG_LENGTH_MAX).join('')
    if (HAS_LETTER.test(tag) && !unique.has(tag.toLowerCase())) unique.set(tag.toLowerCase(), tag)
  }
  return [...unique.values()].slice(0, most)
}

/** The hashtags in a text, without their number sign. */
export function hashtagsIn(text: string, most = HASHTAGS_MAX): string[] {
  return cleanHashtags(
    [...text.matchAll(HASHTAG)].map(([, tag = '']) => tag),
    most,
  )
}

/** Hashtags as text for a description. */
export function hashtagText(tags: readonly string[]): string {
  return tags.map((tag) => `#${tag}`).join(' ')
}

/** The hashtags of `tags` that the text lacks. */
export function missingHashtags(text: string, tags: readonly string[]): string[] {
  const present = new Set([...text.matchAll(HASHTAG)].map(([, tag = '']) => tag.toLowerCase()))
  return tags.filter((tag) => !present.has(tag.toLowerCase()))
}

const LAST_HASHTAGS = /(?:(?:^|\s)[#＃][\p{L}\p{M}\p{N}_]+)+\s*$/u

/** A text without the hashtags at its end, and these. */
export function splitHashtags(text: string): { text: string; hashtags: string[] } {
  const end = LAST_HASHTAGS.exec(text)?.index ?? text.length
  return { text: text.slice(0, end).trimEnd(), hashtags: hashtagsIn(text.slice(end)) }
}
