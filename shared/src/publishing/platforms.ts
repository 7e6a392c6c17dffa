import { z } from 'zod'
import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '../api/limits.ts'
import type { PlatformId } from '../platforms.ts'
import { MAIN_FORMAT, type Format } from '../slide/formats.ts'
import { ALT_TEXT_MAX } from '../slide/limits.ts'
import type { PostKind } from './delivery.ts'
import { instagramOptionsSchema } from './instagram-options.ts'
import { META_ALT_TEXT_MAX } from './meta-options.ts'
import { INSTAGRAM_TEXT, THREADS_TEXT, type MetaTextRules } from './meta-text.ts'
import { threadsOptionsSchema } from './threads-options.ts'
import { TIKTOK_CONSENT, tiktokOptionsSchema } from './tiktok-options.ts'
import { TIKTOK_DESCRIPTION_MAX, TIKTOK_TITLE_MAX, TIKTOK_VIDEO_TEXT_MAX } from './tiktok-text.ts'
import { tumblrOptionsSchema } from './tumblr-options.ts'

/** The schema of each platform's options for a post. */
export const POST_OPTIONS = {
  tiktok: tiktokOptionsSchema,
  tumblr: tumblrOptionsSchema,
  instagram: instagramOptionsSchema,
  threads: threadsOptionsSchema,
} as const satisfies Record<PlatformId, z.ZodType>

/** Whether a post there can carry the label "made with AI". */
export const hasAiLabel = (platform: PlatformId): boolean => 'aiGenerated' in POST_OPTIONS[platform].shape

export const postOptionsSchema = z.discriminatedUnion('platform', [
  tiktokOptionsSchema,
  tumblrOptionsSchema,
  instagramOptionsSchema,
  threadsOptionsSchema,
])
export type PostOptions = z.infer<typeof postOptionsSchema>

/** How long texts may be to appear whole, in UTF-16 code units. */
export interface TextLimits {
  caption: number
  /** Includes the hashtags. */
  description: number
}

const UNLIMITED: TextLimits = { caption: CAPTION_MAX, description: POST_DESCRIPTION_MAX }

/** Caption and description become one text, with an empty line in between. */
function sharedText({ textMax }: MetaTextRules): TextLimits {
  return { caption: CAPTION_MAX, description: textMax - CAPTION_MAX - 2 }
}

/** Media and text rules of each platform: the formats it takes, how images are encoded, how many a post can hold, and how long its texts may be. */
export interface PostForm {
  /** The accepted image formats; the first is the default. */
  formats: readonly [Format, ...Format[]]
  pictures: 'image/jpeg' | 'image/png'
  picturesMax: number
  /** Whether users may agree that slides beyond `picturesMax` are left out. */
  mayLeaveOutSlides: boolean
  pictureBytesMax: number
  /** Longest description of a picture, in UTF-16 code units. */
  altTextMax: number
  videos: boolean
  texts: Record<PostKind, TextLimits>
}

export const POST_FORMS = {
  tiktok: {
    formats: ['9:16', '4:5', '3:4', '1:1'],
    pictures: 'image/jpeg',
    picturesMax: 35,
    mayLeaveOutSlides: false,
    pictureBytesMax: 20_000_000,
    altTextMax: ALT_TEXT_MAX,
    videos: true,
    texts: {
      slides: { caption: TIKTOK_TITLE_MAX, description: TIKTOK_DESCRIPTION_MAX },
      // Both become the title, with an empty line in between.
      video: { caption: CAPTION_MAX, description: TIKTOK_VIDEO_TEXT_MAX - CAPTION_MAX - 2 },
    },
  },
  tumblr: {
    formats: ['9:16', '4:5', '3:4', '1:1', '2:3'],
    pictures: 'image/png',
    picturesMax: 30,
    mayLeaveOutSlides: false,
    pictureBytesMax: 10_000_000,
    altTextMax: ALT_TEXT_MAX,
    videos: true,
    texts: { slides: UNLIMITED, video: UNLIMITED },
  },
  instagram: {
    // Between 4:5 and 1.91:1: the feed rejects taller images.
    formats: ['4:5', '1:1'],
    pictures: 'image/jpeg',
    picturesMax: 10,
    mayLeaveOutSlides: true,
    pictureBytesMax: 8_000_000,
    altTextMax: META_ALT_TEXT_MAX,
    videos: true,
    texts: { slides: sharedText(INSTAGRAM_TEXT), video: sharedText(INSTAGRAM_TEXT) },
  },
  threads: {
    formats: ['9:16', '4:5', '3:4', '1:1', '2:3'],
    pictures: 'image/jpeg',
    picturesMax: 20,
    mayLeaveOutSlides: true,
    pictureBytesMax: 8_000_000,
    altTextMax: META_ALT_TEXT_MAX,
    videos: true,
    texts: { slides: sharedText(THREADS_TEXT), video: sharedText(THREADS_TEXT) },
  },
} as const satisfies Record<PlatformId, PostForm>

/** The parts of a post that decide what its platform accepts. */
interface ShapedPost {
  kind: PostKind
  options: Readonly<Record<string, unknown>>
}

/** A story, which fills the screen of a phone. */
const isStory = ({ options }: Pick<ShapedPost, 'options'>) => options['story'] === true

/** The formats that a platform accepts for such a post; the first is the default. */
export function formatsFor(platform: PlatformId, post: ShapedPost): readonly [Format, ...Format[]] {
  return post.kind === 'video' || isStory(post) ? [MAIN_FORMAT] : POST_FORMS[platform].formats
}

/** How many images a platform accepts for a post with these options. */
export function picturesMaxFor(platform: PlatformId, options: ShapedPost['options']): number {
  return isStory({ options }) ? 1 : POST_FORMS[platform].picturesMax
}

/** The text limits that hold for all of these platforms together. */
export function textLimits(platforms: readonly PlatformId[], kind: PostKind): TextLimits {
  const all = [UNLIMITED, ...platforms.map((platform) => POST_FORMS[platform].texts[kind])]
  return { caption: Math.min(...all.map(({ caption }) => caption)), description: Math.min(...all.map(({ description }) => description)) }
}

/** A consent that a platform wants from the user for each post: the option that records it, and the sentence that asks for it. */
interface Consent {
  option: string
  message: string
}

const CONSENTS: Readonly<Record<PlatformId, Consent | null>> = { tiktok: TIKTOK_CONSENT, tumblr: null, instagram: null, threads: null }

/** The consent that a post with these options needs; null for a platform without one, and for manual posting, where the app asks for it. */
export function consentFor(platform: PlatformId, options: Readonly<Record<string, unknown>>): Consent | null {
  return options['handOver'] === true ? null : CONSENTS[platform]
}

/** The options without any consent: a program can't give one. */
export function withoutConsent(platform: PlatformId, options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { option } = CONSENTS[platform] ?? {}
  return Object.fromEntries(Object.entries({ ...options, platform }).filter(([name]) => name !== option))
}
