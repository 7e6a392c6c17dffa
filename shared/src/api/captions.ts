import { z } from 'zod'
import { PLATFORM_IDS } from '../platforms.ts'
import { POST_KINDS } from '../publishing/delivery.ts'
import { HASHTAG_LENGTH_MAX } from '../publishing/hashtags.ts'
import { MAX_SLIDES } from '../slide/limits.ts'
import { CAPTION_HASHTAGS_MAX, CAPTION_MAX, CAPTION_SLIDE_TEXT_MAX, CAPTIONS_WANTED, POST_DESCRIPTION_MAX } from './limits.ts'

export { CAPTION_HASHTAGS_MAX, CAPTIONS_PATH, CAPTIONS_WANTED } from './limits.ts'

/** Body of `POST /api/captions`; the answer is a stream of server-sent events, see captionEventSchema. Stores nothing but the answer. */
export const captionsRequestSchema = z.object({
  /** Its company and topic are part of the request to the model. */
  projectId: z.uuid().nullable().default(null),
  /** The texts on screen, saved or not: one text per slide. Without any, the server reads those of the project. */
  slides: z.array(z.string().max(CAPTION_SLIDE_TEXT_MAX)).max(MAX_SLIDES).default([]),
  /** The texts fit all of these. */
  platforms: z.array(z.enum(PLATFORM_IDS)).max(PLATFORM_IDS.length).default([]),
  kind: z.enum(POST_KINDS).default('slides'),
  tone: z.string().max(200).default(''),
  /** One of the operator's allowed models; absent means the default. */
  model: z.string().max(100).optional(),
})
export type CaptionsRequest = z.infer<typeof captionsRequestSchema>

const fields = {
  caption: z.string().max(CAPTION_MAX),
  description: z.string().max(POST_DESCRIPTION_MAX),
  /** Without number signs. */
  hashtags: z.array(z.string().max(HASHTAG_LENGTH_MAX * 2)).max(CAPTION_HASHTAGS_MAX),
}

/** Texts to choose for a post, within its platforms' limits. */
export const captionSchema = z.object(fields)
export type Caption = z.infer<typeof captionSchema>

export const captionsReplySchema = z.object({ captions: z.array(captionSchema).min(1).max(Math.max(CAPTIONS_WANTED, PLATFORM_IDS.length)) })
export type CaptionsReply = z.infer<typeof captionsReplySchema>

const index = z.number().int().min(0)

/** Events of the stream, in the format of generateEventSchema. */
export const captionEventSchema = z.discriminatedUnion('type', [
  /** A caption as far as it is written; the next event with its index replaces it. */
  z.object({ type: z.literal('draft'), index, ...fields }),
  z.object({ type: z.literal('caption'), index, ...fields }),
  /** Last: all captions. */
  z.object({ type: z.literal('done'), ...captionsReplySchema.shape }),
  /** Last: an error of the errors table. Captions written before it are good to use. */
  z.object({ type: z.literal('error'), code: z.string(), message: z.string() }),
])
export type CaptionEvent = z.infer<typeof captionEventSchema>
