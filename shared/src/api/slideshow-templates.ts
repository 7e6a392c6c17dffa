import { oc } from '@orpc/contract'
import { z } from 'zod'
import { slideSchema } from '../slide/model.ts'
import { newSlideshowTemplateSchema, slideshowTemplateSchema } from '../slideshow-templates/model.ts'

const fields = newSlideshowTemplateSchema.shape
const byId = { id: z.uuid() }

/** A template of a list: its first slide stands for all. */
export const slideshowTemplateSummarySchema = slideshowTemplateSchema
  .omit({ slides: true })
  .extend({ slideCount: z.number().int(), cover: slideSchema })
export type SlideshowTemplateSummary = z.infer<typeof slideshowTemplateSummarySchema>

/** Templates of slideshows. Refused with TEMPLATE_SLOT_NAME where two texts have one name or that of a column of a table. */
export const slideshowTemplatesContract = {
  /** Newest first: all of them, or with a company named those bound to it and those bound to none. */
  list: oc
    .route({ method: 'GET', path: '/slideshow-templates' })
    .input(z.object({ companyId: z.uuid().optional() }))
    .output(z.array(slideshowTemplateSummarySchema)),
  get: oc.route({ method: 'GET', path: '/slideshow-templates/{id}' }).input(z.object(byId)).output(slideshowTemplateSchema),
  create: oc
    .route({ method: 'POST', path: '/slideshow-templates', successStatus: 201 })
    .input(newSlideshowTemplateSchema)
    .output(slideshowTemplateSchema),
  /** The slides stay: what a template shows is saved as a new one. */
  update: oc
    .route({ method: 'PATCH', path: '/slideshow-templates/{id}' })
    .input(z.object({ ...byId, name: fields.name.optional(), companyId: fields.companyId.optional(), slots: fields.slots.optional() }))
    .output(slideshowTemplateSchema),
  remove: oc.route({ method: 'DELETE', path: '/slideshow-templates/{id}' }).input(z.object(byId)),
}
