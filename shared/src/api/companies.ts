import { oc } from '@orpc/contract'
import { z } from 'zod'
import { LOOK_IDS } from '../looks/look-ids.ts'
import { filePathSchema } from '../slide/model.ts'
import { COMPANY_DESCRIPTION_MAX, COMPANY_NAME_MAX } from './limits.ts'

export { COMPANY_DESCRIPTION_MAX, COMPANY_NAME_MAX } from './limits.ts'

/** In the order in which they are shown, each once. */
const looks = z
  .array(z.enum(LOOK_IDS))
  .max(LOOK_IDS.length)
  .transform((list) => LOOK_IDS.filter((id) => list.includes(id)))

export const companySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  logoPath: filePathSchema.nullable(),
  productPhotoPath: filePathSchema.nullable(),
  /** How its new slides look; null as the user's others. */
  look: z.enum(LOOK_IDS).nullable().default(null),
  /** Looks that content plans and "Surprise me" choose from; empty for all. */
  allowedLooks: looks.default([]),
  /** Posts go out only once a client approved them. */
  requiresApproval: z.boolean(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
})
export type Company = z.infer<typeof companySchema>

const companyFields = {
  name: z.string().trim().min(1, 'Please enter a company name.').max(COMPANY_NAME_MAX),
  description: z.string().trim().max(COMPANY_DESCRIPTION_MAX),
  logoPath: filePathSchema.nullable(),
  productPhotoPath: filePathSchema.nullable(),
  look: z.enum(LOOK_IDS).nullable(),
  allowedLooks: looks,
  requiresApproval: z.boolean(),
}

export const companyInputSchema = z.object({
  name: companyFields.name,
  description: companyFields.description.default(''),
  logoPath: companyFields.logoPath.default(null),
  productPhotoPath: companyFields.productPhotoPath.default(null),
  look: companyFields.look.default(null),
  allowedLooks: companyFields.allowedLooks.default([]),
  requiresApproval: companyFields.requiresApproval.default(false),
})
export type CompanyInput = z.infer<typeof companyInputSchema>

/** The name of a blog as in its address. */
export const blogNameSchema = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9.-]*$/, 'Not the name of a blog')

export const blogLinkSchema = z.object({ companyId: z.uuid(), blogName: z.string() })
export type BlogLink = z.infer<typeof blogLinkSchema>

export const companiesContract = {
  list: oc.route({ method: 'GET', path: '/companies' }).output(z.array(companySchema)),
  create: oc.route({ method: 'POST', path: '/companies', successStatus: 201 }).input(companyInputSchema).output(companySchema),
  update: oc
    .route({ method: 'PATCH', path: '/companies/{id}' })
    // Without the defaults: absent fields don't change.
    .input(z.object(companyFields).partial().extend({ id: z.uuid() }))
    .output(companySchema),
  /** Refused with COMPANY_LAST while it is the only one. Photos, slideshows and posts stay; only the links to it go. */
  remove: oc.route({ method: 'DELETE', path: '/companies/{id}' }).input(z.object({ id: z.uuid() })),
  /** Which followed blogs belong to which companies; a blog may belong to several. */
  blogs: oc.route({ method: 'GET', path: '/companies/blogs' }).output(z.array(blogLinkSchema)),
  /** An existing link stays. */
  linkBlog: oc.route({ method: 'POST', path: '/companies/blogs/link' }).input(z.object({ companyId: z.uuid(), blogName: blogNameSchema })),
  unlinkBlog: oc
    .route({ method: 'POST', path: '/companies/blogs/unlink' })
    .input(z.object({ companyId: z.uuid(), blogName: blogNameSchema })),
}
