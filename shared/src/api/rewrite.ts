import { z } from 'zod'
import { CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { MAX_SLIDES, slideSchema } from '../slide/model.ts'
import { LANGUAGE_MAX, REWRITE_WAYS } from './limits.ts'

export { ALTERNATIVES_WANTED, REWRITE_PATH, REWRITE_TEXTS_MAX, REWRITE_WAYS, type RewriteWay } from './limits.ts'

/** The parser accepts longer topics up to here, so that they get their own error (TOPIC_TOO_LONG). */
const TOPIC_READ_MAX = 100_000

/** Body of `POST /api/rewrite`: asks for other texts and stores nothing; the page puts them in as one edit. */
export const rewriteRequestSchema = z
  .object({
    projectTopic: z.string().max(TOPIC_READ_MAX).default(''),
    companyId: z.uuid().nullable().default(null),
    contentType: z.enum(CONTENT_TYPE_IDS),
    /** The text in the editor, saved or not. */
    slide: slideSchema,
    target: z.discriminatedUnion('kind', [
      /** All text boxes of the slide. */
      z.object({ kind: z.literal('slide') }),
      z.object({ kind: z.literal('box'), boxId: z.string().min(1).max(64) }),
      /** All texts of the slide and the further ones, at most REWRITE_TEXTS_MAX. */
      z.object({ kind: z.literal('slides') }),
    ]),
    further: z.array(slideSchema).max(MAX_SLIDES).default([]),
    how: z.enum(REWRITE_WAYS),
    /** Required for `tone`, context for the others. */
    tone: z.string().max(200).default(''),
    /** Required for `translate`: its name, in any language. */
    language: z.string().max(LANGUAGE_MAX).default(''),
    /** Titles of the other slides, which a new text must not repeat. */
    neighbours: z.array(z.string().max(300)).max(MAX_SLIDES).default([]),
    /** One of the operator's allowed models; absent means the default. */
    model: z.string().max(100).optional(),
  })
  .refine(({ how, tone }) => how !== 'tone' || tone.trim() !== '', { path: ['tone'], message: 'A tone is needed' })
  .refine(({ how, language }) => how !== 'translate' || language.trim() !== '', { path: ['language'], message: 'A language is needed' })
  .refine(({ how, target }) => how !== 'alternatives' || target.kind === 'box', { path: ['how'], message: 'Alternatives are for one box' })
export type RewriteRequest = z.infer<typeof rewriteRequestSchema>

/** Answer of `POST /api/rewrite`. */
export const rewriteReplySchema = z.object({
  /** New text of each requested box, in the order of the slides; empty for alternatives. Servers of 0.2.0 send no slide. */
  texts: z.array(z.object({ slideId: z.string().default(''), boxId: z.string(), text: z.string() })),
  /** ALTERNATIVES_WANTED different texts for the box; empty for every other way. */
  alternatives: z.array(z.string()),
})
export type RewriteReply = z.infer<typeof rewriteReplySchema>
