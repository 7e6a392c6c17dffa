import { oc } from '@orpc/contract'
import { z } from 'zod'
import { textBoxSchema } from '../slide/model.ts'
import { SAVED_STYLE_NAME_MAX } from './limits.ts'

/** The look of a text box: neither its words, its place nor its layer. Fields that it doesn't have are left to the slide's text style. */
export const savedLookSchema = textBoxSchema.omit({
  id: true,
  text: true,
  x: true,
  y: true,
  width: true,
  height: true,
  rotation: true,
  pageNumber: true,
  emphasis: true,
  name: true,
  locked: true,
  hidden: true,
})
export type SavedLook = z.infer<typeof savedLookSchema>

export const savedStyleSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  look: savedLookSchema,
  createdAt: z.iso.datetime({ offset: true }),
})
export type SavedStyle = z.infer<typeof savedStyleSchema>

const name = z.string().trim().max(SAVED_STYLE_NAME_MAX)

/** Styles of text boxes, named by their user. Refused with STYLE_NAME_REQUIRED without a name, and ROWS_MAX beyond SAVED_STYLES_MAX. */
export const savedStylesContract = {
  /** All of them, the newest first. */
  list: oc.route({ method: 'GET', path: '/saved-styles' }).output(z.array(savedStyleSchema)),
  create: oc
    .route({ method: 'POST', path: '/saved-styles', successStatus: 201 })
    .input(z.object({ name: name.default(''), look: savedLookSchema }))
    .output(savedStyleSchema),
  rename: oc
    .route({ method: 'PATCH', path: '/saved-styles/{id}' })
    .input(z.object({ id: z.uuid(), name }))
    .output(savedStyleSchema),
  remove: oc.route({ method: 'DELETE', path: '/saved-styles/{id}' }).input(z.object({ id: z.uuid() })),
}
