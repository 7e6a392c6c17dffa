import { oc } from '@orpc/contract'
import { z } from 'zod'
import { creditSchema } from '../stock/credit-schema.ts'
import { STOCK_SERVICE_IDS } from '../stock/stock-services.ts'
import { STOCK_WORDS_MAX } from './limits.ts'
import { uploadedFileSchema } from './media.ts'

const serviceSchema = z.enum(STOCK_SERVICE_IDS)

/** The last page that every service answers. */
export const STOCK_PAGE_MAX = 12

export const stockPhotoSchema = z.object({
  /** Names the photo in an import, for this user only. */
  token: z.string(),
  credit: creditSchema,
  width: z.number().int(),
  height: z.number().int(),
  /** An address of this server. */
  previewUrl: z.string(),
})
export type StockPhoto = z.infer<typeof stockPhotoSchema>

export const stockResultsSchema = z.object({ photos: z.array(stockPhotoSchema), next: z.number().int().nullable() })
export type StockResults = z.infer<typeof stockResultsSchema>

/** Photos of stock services. They become photos of the user's library. */
export const stockContract = {
  /** Services that this user can search: those without a key, and those with a key of the user or of the server. */
  services: oc.route({ method: 'GET', path: '/stock/services' }).output(z.array(z.object({ id: serviceSchema, isReady: z.boolean() }))),
  search: oc
    .route({ method: 'GET', path: '/stock/photos' })
    .input(
      z.object({
        service: serviceSchema,
        words: z.string().trim().min(1).max(STOCK_WORDS_MAX),
        /** `tall` returns portraits only. */
        shape: z.enum(['tall', 'any']).default('tall'),
        page: z.coerce.number().int().min(1).max(STOCK_PAGE_MAX).default(1),
      }),
    )
    .output(stockResultsSchema),
  /** Stores the photo in the library under the caller's unique `id`; a retry with the same `id` stores nothing twice. */
  import: oc
    .route({ method: 'POST', path: '/stock/imports' })
    .input(z.object({ token: z.string().min(1).max(10_000), id: z.uuid(), companyId: z.uuid().nullable().default(null) }))
    .output(uploadedFileSchema),
}
