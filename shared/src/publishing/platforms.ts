import { z } from 'zod'
import type { PlatformId } from '../platforms.ts'
import { tiktokOptionsSchema } from './tiktok-options.ts'
import { tumblrOptionsSchema } from './tumblr-options.ts'

/** The schema of each platform's options for a post. */
export const POST_OPTIONS = { tiktok: tiktokOptionsSchema, tumblr: tumblrOptionsSchema } as const satisfies Record<PlatformId, z.ZodType>

export const postOptionsSchema = z.discriminatedUnion('platform', [tiktokOptionsSchema, tumblrOptionsSchema])
export type PostOptions = z.infer<typeof postOptionsSchema>

/** Media rules of each platform: how images are encoded, and how many a post can hold. */
export interface PostForm {
  pictures: 'image/jpeg' | 'image/png'
  picturesMax: number
  pictureBytesMax: number
  videos: boolean
}

export const POST_FORMS = {
  tiktok: { pictures: 'image/jpeg', picturesMax: 35, pictureBytesMax: 20_000_000, videos: true },
  tumblr: { pictures: 'image/png', picturesMax: 30, pictureBytesMax: 10_000_000, videos: true },
} as const satisfies Record<PlatformId, PostForm>
