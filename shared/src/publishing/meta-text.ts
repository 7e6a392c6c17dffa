import { cleanText, fitText, joinTexts } from './cut-text.ts'
import { hashtagsIn } from './hashtags.ts'

/** The limits of a network of Meta for the text of a post. */
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

/** Each of these has at most two UTF-8 bytes more than UTF-16 code units. */
const EMOJI_PARTS = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu
const EMOJI_PART_SURPLUS = 2

export interface MetaText {
  text: string
  /** How much is cut, in UTF-16 code units. Forms show it before the user submits. */
  leftOut: number
}

/** Caption and description become one text, cut at a word where it is too long. */
export function metaText(rules: MetaTextRules, caption: string, description: string): MetaText {
  return fitCounted(joinTexts(cleanText(caption), cleanText(description)), rules, rules.textMax)
}

/** Cuts to `most` UTF-16 code units, and to fewer while the network counts more. */
function fitCounted(text: string, rules: MetaTextRules, most: number): MetaText {
  const fitting = fitText(text, most)
  const surplus = rules.countsEmojiBytes ? (fitting.text.match(EMOJI_PARTS)?.length ?? 0) * EMOJI_PART_SURPLUS : 0
  const excess = fitting.text.length + surplus - rules.textMax
  return excess <= 0 ? fitting : fitCounted(text, rules, Math.max(0, fitting.text.length - excess))
}

const MENTION = /(?<![\p{L}\p{N}_.])@[\p{L}\p{N}_.]+/gu
const LINK = /https?:\/\/\S+/gi

/** Why the network would reject a text, in one sentence; null when it accepts it. */
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

/** Advice about an accepted text; null without any. */
export function textAdvice(label: string, { hashtagsAdvised }: MetaTextRules, text: string): string | null {
  const hashtags = countHashtags(text)
  if (hashtagsAdvised === null || hashtags <= hashtagsAdvised) return null
  return `${label} advises at most ${hashtagsAdvised} hashtags a post. This text has ${hashtags}.`
}

/** Counts past the most that a group of ours holds. */
function countHashtags(text: string): number {
  return hashtagsIn(text, Infinity).length
}
