import { cleanText, fitText, joinTexts } from './cut-text.ts'
import { hashtagsIn } from './hashtags.ts'

/** What a network of Meta allows in the text of a post. */
export interface MetaTextRules {
  /** Longest text, counted as the network counts it. */
  textMax: number
  /** Threads counts an emoji as its UTF-8 bytes. */
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

const EMOJI = /\p{Extended_Pictographic}(?:[\u{1f3fb}-\u{1f3ff}\ufe0f]|\u200d\p{Extended_Pictographic})*/gu
const encoder = new TextEncoder()

/** How many characters the emojis of a text count more than their UTF-16 code units. */
function emojiSurplus(text: string): number {
  return [...text.matchAll(EMOJI)].reduce((sum, [emoji]) => sum + encoder.encode(emoji).length - emoji.length, 0)
}

export interface MetaText {
  text: string
  /** How much is cut, in UTF-16 code units. Forms show it before the user submits. */
  leftOut: number
}

/** Caption and description become one text, cut at a word where it is too long. */
export function metaText({ textMax, countsEmojiBytes }: MetaTextRules, caption: string, description: string): MetaText {
  const whole = joinTexts(cleanText(caption), cleanText(description))
  let fitting = fitText(whole, textMax)
  while (countsEmojiBytes && fitting.text !== '') {
    const over = fitting.text.length + emojiSurplus(fitting.text) - textMax
    if (over <= 0) break
    fitting = fitText(whole, fitting.text.length - Math.min(over, fitting.text.length))
  }
  return fitting
}

const MENTION = /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu
const LINK = /https?:\/\/\S+/gi

/** What the network would refuse in a text, as a sentence; null where it takes the text. */
export function refusedText(label: string, rules: MetaTextRules, text: string): string | null {
  const { mentionsMax, hashtagsMax, linksMax } = rules
  const mentions = new Set(text.match(MENTION)).size
  if (mentionsMax !== null && mentions > mentionsMax)
    return `${label} takes at most ${mentionsMax} mentions a post, and this text has ${mentions}. Remove some.`
  const hashtags = countHashtags(text)
  if (hashtagsMax !== null && hashtags > hashtagsMax)
    return `${label} takes at most ${hashtagsMax} hashtags a post, and this text has ${hashtags}. Remove some.`
  const links = new Set(text.match(LINK)).size
  if (linksMax !== null && links > linksMax)
    return `${label} takes at most ${linksMax} links a post, and this text has ${links}. Remove some.`
  return null
}

/** Advice about a text that the network takes; null without any. */
export function textAdvice(label: string, { hashtagsAdvised }: MetaTextRules, text: string): string | null {
  const hashtags = countHashtags(text)
  if (hashtagsAdvised === null || hashtags <= hashtagsAdvised) return null
  return `${label} advises at most ${hashtagsAdvised} hashtags a post. This text has ${hashtags}.`
}

/** Counts past the most that a group of ours holds. */
function countHashtags(text: string): number {
  return hashtagsIn(text, Infinity).length
}
