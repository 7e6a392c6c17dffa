import { z } from 'zod'
import { LANGUAGE_MAX } from './limits.ts'

/** Body of `POST /api/translate`: one language; the page asks for several one after the other. */
export const translateRequestSchema = z.object({
  projectId: z.uuid(),
  /** Its name, in any language. */
  language: z.string().trim().min(1).max(LANGUAGE_MAX),
  /** The variant that is translated again, on the version that the user saw; null for a new one. */
  replaces: z.object({ id: z.uuid(), version: z.number().int() }).nullable().default(null),
  /** The same request again makes nothing further. */
  requestId: z.uuid(),
})
export type TranslateRequest = z.infer<typeof translateRequestSchema>

/** Answer of `POST /api/translate`. */
export const translateReplySchema = z.object({ projectId: z.uuid() })
