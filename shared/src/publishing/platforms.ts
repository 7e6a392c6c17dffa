import { z } from 'zod'
import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '../api/limits.ts'
import type { PlatformId } from '../platforms.ts'
import type { PostKind } from './delivery.ts'
import { tiktokOptionsSchema } from './tiktok-options.ts'
import { TIKTOK_DESCRIPTION_MAX, TIKTOK_TITLE_MAX, TIKTOK_VIDEO_TEXT_MAX } from './tiktok-text.ts'
import { tumblrOptionsSchema } from './tumblr-options.ts'

/** The schema of each platform's options for a post. */
export const POST_OPTIONS = { tiktok: tiktokOptionsSchema, tumblr: tumblrOptionsSchema } as const satisfies Record<PlatformId, z.ZodType>

export const postOptionsSchema = z.discriminatedUnion('platform', [tiktokOptionsSchema, tumblrOptionsSchema])
export type PostOptions = z.infer<typeof postOptionsSchema>

/** How long texts may be to appear whole, in UTF-16 code units. */
export interface TextLimits {
  caption: number
  /** Includes the hashtags. */
  description: number
}

const UNLIMITED: TextLimits = { caption: CAPTION_MAX, description: POST_DESCRIPTION_MAX }

/** Media and text rules of each platform: how images are encoded, how many a post can hold, and how long its texts may be. */
export interface PostForm {
  pictures: 'image/jpeg' | 'image/png'
  picturesMax: number
  pictureBytesMax: number
  videos: boolean
  texts: Record<PostKind, TextLimits>
}

export const POST_FORMS = {
  tiktok: {
    pictures: 'image/jpeg',
    picturesMax: 35,
    pictureBytesMax: 20_000_000,
    videos: true,
    texts: {
      slides: { caption: TIKTOK_TITLE_MAX, description: TIKTOK_DESCRIPTION_MAX },
      // Both become the title, with an empty line in between.
      video: { caption: CAPTION_MAX, description: TIKTOK_VIDEO_TEXT_MAX - CAPTION_MAX - 2 },
    },
  },
  tumblr: {
    pictures: 'image/png',
    picturesMax: 30,
    pictureBytesMax: 10_000_000,
    videos: true,
    texts: { slides: UNLIMITED, video: UNLIMITED },
  },
} as const satisfies Record<PlatformId, PostForm>

/** The text limits that hold for all of these platforms together. */
export function textLimits(platforms: readonly PlatformId[], kind: PostKind): TextLimits {
  const all = [UNLIMITED, ...platforms.map((platform) => POST_FORMS[platform].texts[kind])]
  return { caption: Math.min(...all.map(({ caption }) => caption)), description: Math.min(...all.map(({ description }) => description)) }
}
