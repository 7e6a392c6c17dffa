import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { AppError } from '@ninesixteen/shared/errors'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { TemplateLayout } from '@ninesixteen/shared/slideshow-templates/model'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import type { Tx } from '../db/db.ts'
import { ownWholeProject } from '../projects/project-rows.ts'
import { readTemplate } from '../slideshow-templates/template-rows.ts'

/** The template of a request, or the slideshow that it takes for one; null without either. Throws NOT_FOUND and STILL_GENERATING. */
export async function readTemplateOf(
  tx: Tx,
  userId: string,
  { templateId, likeProjectId }: Pick<GenerateRequest, 'templateId' | 'likeProjectId'>,
): Promise<(TemplateLayout & { contentType: ContentTypeId }) | null> {
  if (templateId !== undefined) return readTemplate(tx, userId, templateId)
  if (likeProjectId === undefined) return null
  const { row, slides } = await ownWholeProject(tx, userId, likeProjectId)
  if (row.status === 'generating') throw new AppError('STILL_GENERATING')
  // Applies current defaults to slides of earlier versions.
  const current = slides.map((slide) => slideSchema.parse(slide))
  return { contentType: row.contentType as ContentTypeId, slides: current, slots: defaultSlots(current) }
}
