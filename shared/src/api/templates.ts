import { oc } from '@orpc/contract'
import { z } from 'zod'
import { TEMPLATE_KINDS, TEMPLATE_NAME_MAX } from './limits.ts'

export { CAPTION_MAX, POST_DESCRIPTION_MAX, TEMPLATE_NAME_MAX } from './limits.ts'

/** A named caption and description, or a group of hashtags: its description, which pages of 0.2.0 use as it is. */
export const captionTemplateSchema = z.object({
  id: z.uuid(),
  /** Absent from responses of 0.2.0. */
  kind: z.enum(TEMPLATE_KINDS).default('caption'),
  name: z.string(),
  caption: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
})
export type CaptionTemplate = z.infer<typeof captionTemplateSchema>

/** The parser accepts longer texts up to here, so that they get their own error. */
const text = z.string().max(100_000)
const fields = { name: z.string().trim().max(TEMPLATE_NAME_MAX), caption: text, description: text }

/**
 * Refused with TEMPLATE_NAME_REQUIRED without a name, TEMPLATE_TEXT_REQUIRED without caption and description, and
 * CAPTION_TOO_LONG or DESCRIPTION_TOO_LONG beyond CAPTION_MAX and POST_DESCRIPTION_MAX. A group stores only the hashtags
 * of its description, at most HASHTAGS_MAX, and is refused with TEMPLATE_HASHTAGS_REQUIRED without any.
 */
export const templatesContract = {
  /** The last changed first. */
  list: oc.route({ method: 'GET', path: '/templates' }).output(z.array(captionTemplateSchema)),
  create: oc
    .route({ method: 'POST', path: '/templates', successStatus: 201 })
    .input(
      z.object({
        kind: z.enum(TEMPLATE_KINDS).default('caption'),
        name: fields.name.default(''),
        caption: text.default(''),
        description: text.default(''),
      }),
    )
    .output(captionTemplateSchema),
  /** Absent fields don't change; the result has to pass the same checks. */
  update: oc
    .route({ method: 'PATCH', path: '/templates/{id}' })
    .input(z.object(fields).partial().extend({ id: z.uuid() }))
    .output(captionTemplateSchema),
  remove: oc.route({ method: 'DELETE', path: '/templates/{id}' }).input(z.object({ id: z.uuid() })),
}
