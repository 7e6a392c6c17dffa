import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '../api/limits.ts'
import type { PlatformId } from '../platforms.ts'
import type { PostKind } from './delivery.ts'
import { TIKTOK_DESCRIPTION_MAX, TIKTOK_TITLE_MAX, TIKTOK_VIDEO_TEXT_MAX } from './tiktok-text.ts'

/** How long the texts of a post may be to appear whole, in UTF-16 code units. */
export interface TextLimits {
  caption: number
  /** Of the description with its hashtags. */
  description: number
}

const UNLIMITED: TextLimits = { caption: CAPTION_MAX, description: POST_DESCRIPTION_MAX }

const LIMITS: Record<PlatformId, Record<PostKind, TextLimits>> = {
  tiktok: {
    slides: { caption: TIKTOK_TITLE_MAX, description: TIKTOK_DESCRIPTION_MAX },
    // Both become the title, with an empty line in between.
    video: { caption: CAPTION_MAX, description: TIKTOK_VIDEO_TEXT_MAX - CAPTION_MAX - 2 },
  },
  tumblr: { slides: UNLIMITED, video: UNLIMITED },
}

/** The limits that hold for all of these platforms together. */
export function textLimits(platforms: readonly PlatformId[], kind: PostKind): TextLimits {
  const all = [UNLIMITED, ...platforms.map((platform) => LIMITS[platform][kind])]
  return { caption: Math.min(...all.map(({ caption }) => caption)), description: Math.min(...all.map(({ description }) => description)) }
}
