import { cleanText, cutAtWord, fitText, joinTexts } from './cut-text.ts'

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

/** A caption that fits becomes the title of a photo post. A longer one is cut for the title, and the full text comes first in the description. */
export function tiktokPhotoText(caption: string, description: string): TiktokText {
  const [words, more] = [cleanText(caption), cleanText(description)]
  // A title is one line.
  const title = words.replace(/\s+/g, ' ')
  const isWhole = title.length <= TIKTOK_TITLE_MAX
  const { text, leftOut } = fitText(isWhole ? more : joinTexts(words, more), TIKTOK_DESCRIPTION_MAX)
  return { title: isWhole ? title : `${cutAtWord(title, TIKTOK_TITLE_MAX - 1)}…`, description: text, leftOut }
}

/** All the text of a video is its title. */
export function tiktokVideoText(caption: string, description: string): TiktokText {
  const { text, leftOut } = fitText(joinTexts(cleanText(caption), cleanText(description)), TIKTOK_VIDEO_TEXT_MAX)
  return { title: text, description: '', leftOut }
}
