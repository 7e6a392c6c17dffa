import { z } from 'zod'
import { IDEA_CATEGORIES } from '../text/idea-category.ts'
import { moment, next, paging, reads } from './base.ts'

export const companySchema = z.object({ id: z.uuid(), name: z.string(), description: z.string(), created_at: moment })

export const ideaSchema = z.object({
  id: z.uuid(),
  title: z.string().describe('A topic to generate from.'),
  description: z.string(),
  category: z.enum(IDEA_CATEGORIES),
  company_id: z.uuid().nullable(),
  is_favorite: z.boolean(),
  is_used: z.boolean(),
  created_at: moment,
})

export const companiesContract = {
  list: reads('/companies', ['slideshows:read'], 'List companies').output(z.object({ companies: z.array(companySchema) })),
}

export const ideasContract = {
  list: reads('/ideas', ['slideshows:read'], 'List ideas, newest first')
    .input(z.object({ query: z.object({ ...paging, company_id: z.uuid().optional() }) }))
    .output(z.object({ ideas: z.array(ideaSchema), next })),
}
