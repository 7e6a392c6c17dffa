import { z } from 'zod'
import { META_OPTIONS } from './meta-options.ts'

export const instagramOptionsSchema = z.strictObject({
  platform: z.literal('instagram'),
  ...META_OPTIONS,
  /** Labelled as made with AI. */
  aiGenerated: z.boolean().default(false),
  /** A story of one image or a video, instead of a feed post. */
  story: z.boolean().default(false),
  /** A reel is also shown in the profile's grid. */
  shareToFeed: z.boolean().default(true),
})
export type InstagramOptions = z.infer<typeof instagramOptionsSchema>
