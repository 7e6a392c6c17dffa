import { oc } from '@orpc/contract'
import { z } from 'zod'
import { uploadedFontSchema } from '../slide/model.ts'
import { FONT_NAME_MAX } from './limits.ts'

const fontStyleSchema = z.object({
  italic: z.boolean(),
  /** The ends of the weight axis; a font without an axis has its weight twice. */
  weights: z.tuple([z.number(), z.number()]),
})
export type FontStyle = z.infer<typeof fontStyleSchema>

export const uploadedFontResponse = z.object({
  id: z.uuid(),
  companyId: z.uuid().nullable(),
  name: z.string(),
  /** The font of text boxes. Another one after a style was added: slides keep the letters they have. */
  font: uploadedFontSchema,
  styles: z.array(fontStyleSchema),
  createdAt: z.iso.datetime({ offset: true }),
})
export type UploadedFont = z.infer<typeof uploadedFontResponse>

/**
 * Query of `POST /api/fonts`, whose body is a TTF, OTF or WOFF2 file. Adds the file as a style to the font with this id, which the client chooses for a
 * new one. A style that the font has is replaced.
 */
export const fontUploadQuery = z.object({ id: z.uuid(), companyId: z.uuid().optional(), filename: z.string().max(300) })

const id = z.uuid()

/** Uploaded fonts, the oldest first. */
export const fontsContract = {
  list: oc.route({ method: 'GET', path: '/fonts' }).output(z.array(uploadedFontResponse)),
  rename: oc
    .route({ method: 'PATCH', path: '/fonts/{id}' })
    .input(z.object({ id, name: z.string().trim().min(1).max(FONT_NAME_MAX) }))
    .output(uploadedFontResponse),
  /** Slides and brands that use the font keep its file. */
  remove: oc.route({ method: 'DELETE', path: '/fonts/{id}' }).input(z.object({ id })),
}
