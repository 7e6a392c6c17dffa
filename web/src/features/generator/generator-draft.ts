import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { EXTRA_CONTEXT_MAX } from '@ninesixteen/shared/api/limits'
import { CONTENT_TYPE_IDS, type ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { planSlideshow, type SlideshowPlan } from '@ninesixteen/shared/content-types/plan'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { SLIDE_COUNT_MAX, SLIDE_COUNT_MIN } from '@ninesixteen/shared/text/slide-count'

/** What a person typed and chose, before the locks of the content type are applied: going back to a type finds it again. */
export interface GeneratorDraft {
  topic: string
  contentType: ContentTypeId
  slideCount: 'auto' | number
  softSell: boolean
  /** The closing slide alone; null while it comes and goes with the soft sell. */
  likeAndFollow: boolean | null
  useTumblrPhotos: boolean
  extraContext: string
  tone: string
  /** Empty for the standard one. */
  model: string
}

export const EMPTY_DRAFT: GeneratorDraft = {
  topic: '',
  contentType: 'numbered-list',
  slideCount: 'auto',
  softSell: true,
  likeAndFollow: null,
  useTumblrPhotos: false,
  extraContext: '',
  tone: '',
  model: '',
}

export const TONE_MAX = 200

/** A draft as this browser kept it, perhaps in an older version: what does not fit is left out. By hand, so that the page loads no schemas for it. */
export function draftFrom(kept: unknown): GeneratorDraft {
  const from: Record<string, unknown> = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const text = (key: string, max = Infinity) => {
    const value = from[key]
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  const flag = (key: 'softSell' | 'useTumblrPhotos') => (typeof from[key] === 'boolean' ? from[key] : EMPTY_DRAFT[key])
  // Of this browser's storage: of an object not even a number can be asked.
  const chosen = from['slideCount']
  const count = typeof chosen === 'number' || typeof chosen === 'string' ? Number(chosen) : Number.NaN
  return {
    topic: text('topic'),
    contentType: CONTENT_TYPE_IDS.find((id) => id === from['contentType']) ?? EMPTY_DRAFT.contentType,
    slideCount: Number.isInteger(count) && count >= SLIDE_COUNT_MIN && count <= SLIDE_COUNT_MAX ? count : 'auto',
    softSell: flag('softSell'),
    likeAndFollow: typeof from['likeAndFollow'] === 'boolean' ? from['likeAndFollow'] : null,
    useTumblrPhotos: flag('useTumblrPhotos'),
    extraContext: text('extraContext', EXTRA_CONTEXT_MAX),
    tone: text('tone', TONE_MAX),
    model: text('model'),
  }
}

/** Exact number of slides of a type, or null where there is a choice. */
export function slideLock(type: ContentTypeId): number | null {
  return CONTENT_TYPES[type].slideLock
}

/** What a draft makes of a number of slides, the closing one included. */
export function planOf(draft: GeneratorDraft, slideCount = draft.slideCount): SlideshowPlan {
  return planSlideshow({ ...draft, slideCount, likeAndFollow: draft.likeAndFollow ?? undefined })
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
export function requestOf(draft: GeneratorDraft, companyId: string | null, customSlides?: readonly Slide[]): GenerateRequest {
  const facts = CONTENT_TYPES[draft.contentType]
  return {
    topic: draft.topic.trim(),
    contentType: draft.contentType,
    slideCount: facts.slideLock ?? draft.slideCount,
    companyId,
    softSell: facts.softSell && draft.softSell,
    ...(facts.likeAndFollow && draft.likeAndFollow !== null ? { likeAndFollow: draft.likeAndFollow } : {}),
    useTumblrPhotos: draft.useTumblrPhotos,
    extraContext: draft.extraContext.trim(),
    tone: draft.tone.trim(),
    ...(draft.model ? { model: draft.model } : {}),
    ...(draft.contentType === 'custom' && customSlides ? { customSlides: [...customSlides] } : {}),
  }
}
