import { cleanText, fitText, joinTexts, type SizeOf } from './cut-text.ts'
import { hashtagsIn } from './hashtags.ts'

/** The limits of a network of Meta for the text of a post. */
export interface MetaTextRules {
  /** Longest text, counted as the network counts it. */
  textMax: number
  /** Threads counts an emoji as its UTF-8 bytes, and perhaps any text. */
  countsEmojiBytes: boolean
  /** Null for no limit. */
  mentionsMax: number | null
  hashtagsMax: number | null
  /** More are allowed, but the network advises against them. */
  hashtagsAdvised: number | null
  linksMax: number | null
}

export const INSTAGRAM_TEXT: MetaTextRules = {
  textMax: 2200,
  countsEmojiBytes: false,
  mentionsMax: 20,
  hashtagsMax: 30,
  hashtagsAdvised: 5,
  linksMax: null,
}

export const THREADS_TEXT: MetaTextRules = {
  textMax: 500,
  countsEmojiBytes: true,
  mentionsMax: null,
  hashtagsMax: null,
  hashtagsAdvised: null,
  linksMax: 5,
}

export interface MetaText {
  text: string
  /** How much is cut, in UTF-16 code units. Forms show it before the user submits. */
  leftOut: number
}

/** Caption and description become one text, cut at a word where it is too long. */
export function metaText(rules: MetaTextRules, caption: string, description: string): MetaText {
  return fitText(joinTexts(cleanText(caption), cleanText(description)), rules.textMax, rules.countsEmojiBytes ? emojiInBytes : undefined)
}

/** Flags are pairs of regional indicators, and keycaps end in U+20E3: neither is pictographic. */
const EMOJI = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\u20e3]/u

/** The length of a text in UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0
  for (const char of text) {
    const codePoint = char.codePointAt(0) ?? 0
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
  }
  return bytes
}

const emojiInBytes: SizeOf = (grapheme) => (EMOJI.test(grapheme) ? bytesOf(grapheme) : grapheme.length)

const MENTION = /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu
/** Meta counts addresses without a scheme as well. A link ends at any character that no address contains. */
const LINK = /(?<![\p{L}\p{N}_.@])(?:https?:\/\/|www\.)(?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}!#$%&'()*+,\-./:;=?@_~[\]]+/giu
/** Punctuation at the end belongs to the sentence. */
const LINK_END = /[^\p{L}\p{M}\p{N}]+$/u

/** Spellings of one address count once, because Meta counts unique addresses. */
function countLinks(text: string): number {
  const links = Array.from(text.matchAll(LINK), ([link]) => link.replace(LINK_END, '').replace(/^https?:\/\//i, ''))
  return new Set(links.map((link) => link.replace(/^[^/?#]+/, (host) => host.toLowerCase()))).size
}

/** Why the network would reject a text, in one sentence; null when it accepts it. */
export function refusedText(label: string, rules: MetaTextRules, text: string): string | null {
  const { mentionsMax, hashtagsMax, linksMax } = rules
  const mentions = new Set(text.match(MENTION)).size
  if (mentionsMax !== null && mentions > mentionsMax)
    return `${label} takes at most ${mentionsMax} mentions a post, and this text has ${mentions}. Remove some.`
  const hashtags = countHashtags(text)
  if (hashtagsMax !== null && hashtags > hashtagsMax)
    return `${label} takes at most ${hashtagsMax} hashtags a post, and this text has ${hashtags}. Remove some.`
  const links = countLinks(text)
  if (linksMax !== null && links > linksMax)
    return `${label} takes at most ${linksMax} links a post, and this text has ${links}. Remove some.`
  return null
}

/** Advice about a text that the network accepts, or may refuse. */
interface TextAdvice {
  code: 'hashtags' | 'text-length'
  message: string
  fix: string
}

/** Advice about a text; null without any. */
export function textAdvice(label: string, rules: MetaTextRules, text: string): TextAdvice | null {
  const { hashtagsAdvised, countsEmojiBytes, textMax } = rules
  const hashtags = countHashtags(text)
  if (hashtagsAdvised !== null && hashtags > hashtagsAdvised) {
    const message = `${label} advises at most ${hashtagsAdvised} hashtags a post. This text has ${hashtags}.`
    return { code: 'hashtags', message, fix: 'Remove some hashtags' }
  }
  const bytes = countsEmojiBytes ? bytesOf(text) : 0
  if (bytes <= textMax) return null
  const message = `${label} may count letters such as é or ’ as two or three. It could refuse this text as ${bytes} of ${textMax} characters.`
  return { code: 'text-length', message, fix: 'Shorten the text' }
}

/** Counts past the most that a group of ours holds. */
function countHashtags(text: string): number {
  return hashtagsIn(text, Infinity).length
}
