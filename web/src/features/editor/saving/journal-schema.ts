import { DOCUMENT_TITLE_MAX } from '@ninesixteen/shared/slide/edit'
import { slidesSchema } from '@ninesixteen/shared/slide/model'
import { z } from 'zod'

const documentSchema = z.object({ title: z.string().max(DOCUMENT_TITLE_MAX), slides: slidesSchema })
/** Unsaved work as a page keeps it on the device; checked when it is read, as another release may have written it. */
export const entrySchema = z.object({
  base: z.object({ version: z.number().int(), doc: documentSchema }),
  doc: documentSchema,
  unanswered: z.object({ saveId: z.string(), version: z.number().int(), doc: documentSchema }).nullable(),
  keptAt: z.number(),
  /** Whose work it is; releases before did not say. */
  owner: z.string().nullish(),
})
