import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { EXTRA_CONTEXT_MAX } from '@ninesixteen/shared/api/generate'
import { CONTENT_TYPE_IDS, type ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { SLIDE_COUNT_MAX, SLIDE_COUNT_MIN } from '@ninesixteen/shared/text/slide-count'
import { z } from 'zod'

/** What a person typed and chose, before the locks of the content type are applied: going back to a type finds it again. */
export const generatorDraftSchema = z.object({
  topic: z.string().default(''),
  contentType: z.enum(CONTENT_TYPE_IDS).default('numbered-list'),
  slideCount: z.union([z.literal('auto'), z.number().int().min(SLIDE_COUNT_MIN).max(SLIDE_COUNT_MAX)]).default('auto'),
  softSell: z.boolean().default(true),
  useTumblrPhotos: z.boolean().default(false),
  extraContext: z.string().max(EXTRA_CONTEXT_MAX).default(''),
  tone: z.string().max(200).default(''),
  model: z.string().default(''),
})
export type GeneratorDraft = z.infer<typeof generatorDraftSchema>

export const EMPTY_DRAFT: GeneratorDraft = generatorDraftSchema.parse({})

/** Exact number of slides of a type, or null where there is a choice. */
export function slideLock(type: ContentTypeId): number | null {
  return CONTENT_TYPES[type].slideLock
}

export function generateLabel(type: ContentTypeId): string {
  return CONTENT_TYPES[type].output === 'video' ? 'Generate Video' : 'Generate Slideshow'
}

/** The topic's error in the specified words, or null. */
export function topicError(draft: GeneratorDraft): string | null {
  if (CONTENT_TYPES[draft.contentType].needsTopic && draft.topic.trim() === '') return 'Please enter a topic for your slideshow'
  return null
}

/** The request of a draft: locks applied, nothing sent that the type does not use. */
export function requestOf(draft: GeneratorDraft, companyId: string | null): GenerateRequest {
  const facts = CONTENT_TYPES[draft.contentType]
  return {
    topic: draft.topic.trim(),
    contentType: draft.contentType,
    slideCount: facts.slideLock ?? draft.slideCount,
    companyId,
    softSell: facts.softSell && draft.softSell,
    useTumblrPhotos: draft.useTumblrPhotos,
    extraContext: draft.extraContext.trim(),
    tone: draft.tone.trim(),
    ...(draft.model ? { model: draft.model } : {}),
  }
}
