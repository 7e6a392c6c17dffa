import { oc } from '@orpc/contract'
import { z } from 'zod'
import { creditSchema } from '../stock/credit-schema.ts'
import { SOUND_SERVICE_IDS, STOCK_SERVICE_IDS } from '../stock/stock-services.ts'
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

export const foundSoundSchema = z.object({
  /** Names the sound in requests for its file and in uploads, for this user only. */
  token: z.string(),
  credit: creditSchema,
  seconds: z.number(),
})
export type FoundSound = z.infer<typeof foundSoundSchema>

export const foundSoundsSchema = z.object({ sounds: z.array(foundSoundSchema), next: z.number().int().nullable() })
export type FoundSounds = z.infer<typeof foundSoundsSchema>

/** Body of a request to FOUND_SOUND_PATH, whose response is the sound's file from its host. */
export const foundSoundRequestSchema = z.object({ token: z.string().min(1).max(10_000) })

/** Photos and music of stock services. Photos become photos of the user's library; the page turns music into tracks. */
export const stockContract = {
  /** Services that this user can search: those without a key, and those with a key of the user or of the server. */
  services: oc.route({ method: 'GET', path: '/stock/services' }).output(z.array(z.object({ id: serviceSchema, isReady: z.boolean() }))),
  /** Whether a new slideshow gets found photos unless the request refuses them. */
  automatic: oc.route({ method: 'GET', path: '/stock/automatic' }).output(z.object({ isOn: z.boolean() })),
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
  sounds: oc
    .route({ method: 'GET', path: '/stock/sounds' })
    .input(
      z.object({
        service: z.enum(SOUND_SERVICE_IDS).default('openverse'),
        words: z.string().trim().min(1).max(STOCK_WORDS_MAX),
        page: z.coerce.number().int().min(1).max(STOCK_PAGE_MAX).default(1),
      }),
    )
    .output(foundSoundsSchema),
  /** Stores the photo in the library under the caller's unique `id`; a retry with the same `id` stores nothing twice. */
  import: oc
    .route({ method: 'POST', path: '/stock/imports' })
    .input(z.object({ token: z.string().min(1).max(10_000), id: z.uuid(), companyId: z.uuid().nullable().default(null) }))
    .output(uploadedFileSchema),
}
