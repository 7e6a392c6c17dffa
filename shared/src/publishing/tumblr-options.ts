import { z } from 'zod'
import { FORMATS } from '../slide/formats.ts'
import { ALT_TEXT_MAX } from '../slide/limits.ts'

export const TUMBLR_LAYOUTS = ['auto', 'one', 'two', 'three'] as const
export const TUMBLR_STATES = ['published', 'draft', 'queue', 'private'] as const
export const TAGS_MAX = 30
export const TAG_LENGTH_MAX = 140

export const tumblrOptionsSchema = z.strictObject({
  platform: z.literal('tumblr'),
  /** Absent: 9:16. */
  format: z.enum(FORMATS).optional(),
  /** Name of the blog. */
  blog: z.string().trim().min(1).max(100),
  tags: z.array(z.string().trim().min(1).max(TAG_LENGTH_MAX)).max(TAGS_MAX).default([]),
  /** One a slide, in order; empty where a slide has none. */
  altTexts: z.array(z.string().max(ALT_TEXT_MAX)).max(35).default([]),
  /** Images per row: up to three as they fit, or the given number. */
  layout: z.enum(TUMBLR_LAYOUTS).default('auto'),
  state: z.enum(TUMBLR_STATES).default('published'),
})
export type TumblrOptions = z.infer<typeof tumblrOptionsSchema>
