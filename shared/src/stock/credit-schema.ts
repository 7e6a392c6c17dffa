import { z } from 'zod'
import { LICENCE_IDS } from './licences.ts'
import { STOCK_SERVICE_IDS } from './stock-services.ts'

const link = z.url({ protocol: /^https?$/ }).max(2000)

/** Where a photo or a sound is from, and whom to credit. Stored with the file, so that it lasts as long as any slideshow uses it. */
export const creditSchema = z.object({
  /** Absent for photos: many credits are older than sounds. */
  kind: z.literal('sound').optional(),
  service: z.enum(STOCK_SERVICE_IDS),
  /** The service's own id. */
  id: z.string().max(200),
  title: z.string().max(300),
  author: z.string().max(200).nullable(),
  authorUrl: link.nullable(),
  licence: z.enum(LICENCE_IDS),
  licenceVersion: z.string().max(20).nullable(),
  licenceUrl: link.nullable(),
  /** The file's page, which names author and licence. */
  pageUrl: link,
})
export type Credit = z.infer<typeof creditSchema>
