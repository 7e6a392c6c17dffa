import { oc } from '@orpc/contract'
import { z } from 'zod'
import { brandSchema } from '../brand/model.ts'

const companyId = z.uuid()

const storedBrandSchema = z.object({
  /** 0 for a company without a brand, which gets defaults to start from. */
  version: z.number().int().min(0),
  brand: brandSchema,
})
export type StoredBrand = z.infer<typeof storedBrandSchema>

/** The brand of a company, one each. */
export const brandsContract = {
  read: oc.route({ method: 'GET', path: '/companies/{companyId}/brand' }).input(z.object({ companyId })).output(storedBrandSchema),
  /** Refused with BRAND_CONFLICT unless `version` is the current one; a repeat of the save that made the current version gets that version. */
  save: oc
    .route({ method: 'PUT', path: '/companies/{companyId}/brand' })
    .input(storedBrandSchema.extend({ companyId }))
    .output(storedBrandSchema),
  remove: oc.route({ method: 'DELETE', path: '/companies/{companyId}/brand' }).input(z.object({ companyId })),
}
