import { DOCUMENT_TITLE_MAX } from '@ninesixteen/shared/slide/edit'
import { slidesSchema } from '@ninesixteen/shared/slide/model'
import { z } from 'zod'

const documentSchema = z.object({ title: z.string().max(DOCUMENT_TITLE_MAX), slides: slidesSchema })
/** A journal entry, validated on reading because another release may have written it. */
export const entrySchema = z.object({
  base: z.object({ version: z.number().int(), doc: documentSchema }),
  doc: documentSchema,
  unanswered: z.object({ saveId: z.string(), version: z.number().int(), doc: documentSchema }).nullable(),
  keptAt: z.number(),
  /** The user's id; earlier releases didn't store it. */
  owner: z.string().nullish(),
})
