import { oc } from '@orpc/contract'
import { z } from 'zod'
import { slideSchema, slidesSchema } from '../slide/model.ts'
import { CUSTOM_MODE_NAME_MAX } from './limits.ts'

export { CUSTOM_MODE_NAME_MAX } from './limits.ts'

/** Named slides with their instructions, as a starting point. */
export const customModeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  slides: z.array(slideSchema),
  /** Null: offered for every company. */
  companyId: z.uuid().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type CustomMode = z.infer<typeof customModeSchema>

export const customModesContract = {
  /** Newest first: all, or those of the given company and those without a company. */
  list: oc
    .route({ method: 'GET', path: '/custom-modes' })
    .input(z.object({ companyId: z.uuid().optional() }))
    .output(z.array(customModeSchema)),
  create: oc
    .route({ method: 'POST', path: '/custom-modes', successStatus: 201 })
    .input(
      z.object({
        name: z.string().trim().min(1, 'Please enter a name for the custom mode').max(CUSTOM_MODE_NAME_MAX),
        slides: slidesSchema,
        companyId: z.uuid().nullable().default(null),
      }),
    )
    .output(customModeSchema),
  remove: oc.route({ method: 'DELETE', path: '/custom-modes/{id}' }).input(z.object({ id: z.uuid() })),
}
