import { sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { slideshowTemplateSummarySchema } from '@ninesixteen/shared/api/slideshow-templates'
import { newSlideshowTemplateSchema, repeatedName, type TemplateSlot } from '@ninesixteen/shared/slideshow-templates/model'
import { requireFewerRows, type RowLimit } from '../../db/row-limits.ts'
import { slideshowTemplates } from '../../db/schema-slideshow-templates.ts'
import { requireOwnPhotos } from '../../photos/slide-photos.ts'
import { isOfferedFor, isTemplate, listTemplates, presentTemplate, readTemplate } from '../../slideshow-templates/template-rows.ts'
import { requireWithinQuota } from '../../storage/storage-quota.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'

const TEMPLATES_MAX: RowLimit = { table: slideshowTemplates, limit: 200, plural: 'slideshow templates' }

export const slideshowTemplateRoutes = {
  list: guarded.slideshowTemplates.list.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      const rows = await listTemplates(tx, userId, input.companyId === undefined ? undefined : isOfferedFor(input.companyId))
      return rows.map((row) =>
        slideshowTemplateSummarySchema.parse({
          ...row,
          createdAt: row.createdAt.toISOString(),
          updatedAt: row.updatedAt.toISOString(),
        }),
      )
    }),
  ),

  get: guarded.slideshowTemplates.get.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, (tx) => readTemplate(tx, userId, input.id)),
  ),

  create: guarded.slideshowTemplates.create.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      requireOwnPhotos(userId, input.slides)
      requireNames(input.slots)
      await requireOwnCompany(tx, userId, input.companyId)
      await requireFewerRows(tx, userId, TEMPLATES_MAX)
      const [row] = await tx
        .insert(slideshowTemplates)
        .values({ ...input, userId })
        .returning()
      if (!row) throw new Error('Insert returned no slideshow template')
      await requireWithinQuota(tx, userId, services.settings.now().storageQuota)
      return presentTemplate(row)
    }),
  ),

  update: guarded.slideshowTemplates.update.handler(({ context: { services, userId }, input: { id: own, ...changes } }) =>
    services.db.asUser(userId, async (tx) => {
      const before = await readTemplate(tx, userId, own)
      const after = newSlideshowTemplateSchema.safeParse({ ...before, ...changes })
      if (!after.success) throw new AppError('INVALID_INPUT', { fields: 'slots' })
      requireNames(after.data.slots)
      await requireOwnCompany(tx, userId, after.data.companyId)
      const { name: title, companyId: company, slots: places } = after.data
      const [row] = await tx
        .update(slideshowTemplates)
        .set({ name: title, companyId: company, slots: places, updatedAt: sql`now()` })
        .where(isTemplate(userId, own))
        .returning()
      if (!row) throw new AppError('NOT_FOUND')
      await requireWithinQuota(tx, userId, services.settings.now().storageQuota)
      return presentTemplate(row)
    }),
  ),

  remove: guarded.slideshowTemplates.remove.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      const gone = await tx.delete(slideshowTemplates).where(isTemplate(userId, input.id)).returning({ id: slideshowTemplates.id })
      if (gone.length === 0) throw new AppError('NOT_FOUND')
    }),
  ),
}

function requireNames(chosen: readonly TemplateSlot[]): void {
  const repeated = repeatedName(chosen)
  if (repeated !== null) throw new AppError('TEMPLATE_SLOT_NAME', { name: repeated })
}
