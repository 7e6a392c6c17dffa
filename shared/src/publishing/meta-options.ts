import { z } from 'zod'
import { FORMATS } from '../slide/formats.ts'

/** Longest image description on Instagram and Threads, in characters. */
export const META_ALT_TEXT_MAX = 1000

/** Options that Instagram and Threads share. */
export const META_OPTIONS = {
  /** Absent: 9:16. */
  format: z.enum(FORMATS).optional(),
  /** One a slide, in order; empty where a slide has none. */
  altTexts: z.array(z.string().max(META_ALT_TEXT_MAX)).max(35).default([]),
  /** The user agreed that slides beyond the network's limit are left out. */
  firstSlidesOnly: z.boolean().default(false),
  /** Manual posting: when the post is due, the user gets a link to a page for their phone. */
  handOver: z.boolean().default(false),
}
