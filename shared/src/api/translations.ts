import { oc } from '@orpc/contract'
import { z } from 'zod'
import { LANGUAGE_MAX, TRANSLATIONS_MAX } from './limits.ts'
import { wholeBatchSchema } from './slideshow-batches.ts'

/** A variant that is translated again, on the version that the user saw. */
export const replacedVariantSchema = z.object({ id: z.uuid(), version: z.number().int() })
export type ReplacedVariant = z.infer<typeof replacedVariantSchema>

const translationSchema = z.object({
  /** Its name, in any language. */
  language: z.string().trim().min(1).max(LANGUAGE_MAX),
  /** Null for a new variant. */
  replaces: replacedVariantSchema.nullable().default(null),
})
export type Translation = z.infer<typeof translationSchema>

const byId = z.object({ id: z.uuid() })
const isOnce = (all: readonly Translation[]) => new Set(all.map(({ language }) => language.toLowerCase())).size === all.length

/** Translations of a slideshow, written in the background as the rows of a batch, one for each language. */
export const translationsContract = {
  /** The same request again starts nothing further. */
  start: oc
    .route({ method: 'POST', path: '/projects/{id}/translations', successStatus: 201 })
    .input(
      byId.extend({
        requestId: z.uuid(),
        translations: z.array(translationSchema).min(1).max(TRANSLATIONS_MAX).refine(isOnce, 'A language is named once'),
      }),
    )
    .output(wholeBatchSchema),
  /** Those that run, or ran last, for the slideshow or its original; null without any. */
  latest: oc.route({ method: 'GET', path: '/projects/{id}/translations' }).input(byId).output(wholeBatchSchema.nullable()),
}
