import { eq } from 'drizzle-orm'
import { slideshowTemplates } from '../../db/schema-slideshow-templates.ts'
import { isOfferedFor, listTemplates, readTemplate } from '../../slideshow-templates/template-rows.ts'
import { companyOf, procedures, requireCompany, type PublicContext } from './procedures.ts'

export const publicTemplateRoutes = {
  list: procedures.templates.list.handler(async ({ context: { services, key }, input: { query } }) => {
    const company = companyOf(key, query.company_id)
    // Templates for every company may show photos of other companies than a key's own.
    const own = key.companyId === null ? undefined : eq(slideshowTemplates.companyId, key.companyId)
    const among = own ?? (company === null ? undefined : isOfferedFor(company))
    const rows = await services.db.asUser(key.ownerId, (tx) => listTemplates(tx, key.ownerId, among))
    return {
      templates: rows.map(({ id, name, companyId, contentType, slideCount, slots, slideIds, createdAt, updatedAt }) => ({
        id,
        name,
        company_id: companyId,
        content_type: contentType,
        slide_count: slideCount,
        slots: slots.map(({ slideId, kind, name: slot }) => ({ slide: slideIds.indexOf(slideId), kind, name: slot })),
        created_at: createdAt.toISOString(),
        updated_at: updatedAt.toISOString(),
      })),
    }
  }),
}

/** Throws NOT_FOUND for a template that isn't the user's, and API_KEY_COMPANY for one that a key of a company may not use. */
export async function requireTemplate({ services, key }: PublicContext, id: string): Promise<void> {
  const { companyId } = await services.db.asUser(key.ownerId, (tx) => readTemplate(tx, key.ownerId, id))
  requireCompany(key, companyId)
}
