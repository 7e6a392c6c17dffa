import { z } from 'zod'
import { CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { moment, reads } from './base.ts'

export const templateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  company_id: z.uuid().nullable().describe('Null: offered for every company.'),
  content_type: z.enum(CONTENT_TYPE_IDS),
  slide_count: z.number().int(),
  slots: z
    .array(z.object({ slide: z.number().int().describe('The first slide is 0.'), kind: z.enum(['text', 'photo']), name: z.string() }))
    .describe('A generation fills them, and keeps everything else.'),
  created_at: moment,
  updated_at: moment,
})
export type PublicTemplate = z.infer<typeof templateSchema>

export const templatesContract = {
  list: reads('/templates', ['slideshows:read'], 'List slideshow templates, newest first')
    .input(
      z.object({ query: z.object({ company_id: z.uuid().optional().describe('Those of this company, and those for every company.') }) }),
    )
    .output(z.object({ templates: z.array(templateSchema) })),
}
