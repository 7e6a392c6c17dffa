import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { EXTRA_CONTEXT_MAX } from '@ninesixteen/shared/api/limits'
import { CONTENT_TYPE_IDS, type ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { planSlideshow, type SlideshowPlan } from '@ninesixteen/shared/content-types/plan'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { LOOK_IDS, type LookId } from '@ninesixteen/shared/looks/look-ids'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { SLIDE_COUNT_MAX, SLIDE_COUNT_MIN } from '@ninesixteen/shared/text/slide-count'

/** The form's values before the content type's locks are applied, so that switching back to a type restores them. */
export interface GeneratorDraft {
  topic: string
  contentType: ContentTypeId
  /** Writes into a slideshow template, which then decides type and slides. */
  usesTemplate: boolean
  /** Empty for none. */
  templateId: string
  /** The look of slides from a template; null for its own. */
  templateLook: LookId | null
  slideCount: 'auto' | number
  softSell: boolean
  /** The closing slide; null while it follows the soft sell. */
  likeAndFollow: boolean | null
  useTumblrPhotos: boolean
  /** Null until the user decides: then the server searches for those without photos of their own. */
  findPhotos: boolean | null
  extraContext: string
  tone: string
  /** Empty for the default model. */
  model: string
  /** The slideshow that the form followed or made last; null before the first. */
  followed: { projectId: string; topic: string } | null
}

export const EMPTY_DRAFT: GeneratorDraft = {
  topic: '',
  contentType: 'numbered-list',
  usesTemplate: false,
  templateId: '',
  templateLook: null,
  slideCount: 'auto',
  softSell: true,
  likeAndFollow: null,
  useTumblrPhotos: false,
  findPhotos: null,
  extraContext: '',
  tone: '',
  model: '',
  followed: null,
}

/** The form before the user changes it: the first format of the brand, or else of the user's default style. */
export function untouchedDraft(defaultType: ContentTypeId, brandFormats: readonly ContentTypeId[]): GeneratorDraft {
  return { ...EMPTY_DRAFT, contentType: brandFormats[0] ?? defaultType }
}

export const TONE_MAX = 200
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The topic and context that the user wrote for a slideshow that is not made yet, or null. */
export function ownWords({ topic, extraContext, followed }: GeneratorDraft): string | null {
  if (topic.trim() !== (followed?.topic ?? '').trim() && topic.trim() !== '') return topic
  return extraContext.trim() === '' ? null : extraContext
}

export interface OpenedSlideshow {
  projectId: string
  topic: string
  contentType: ContentTypeId
  /** Number of slides; null while they are being written. */
  slideCount: number | null
}

/** The form for another slideshow like the opened one: its topic, type and number of slides. Tone, model and toggles stay. */
export function followSlideshow(draft: GeneratorDraft, { projectId, topic, contentType, slideCount }: OpenedSlideshow): GeneratorDraft {
  const followed: GeneratorDraft = {
    ...draft,
    topic,
    contentType,
    usesTemplate: false,
    slideCount: 'auto',
    extraContext: '',
    followed: { projectId, topic },
  }
  const auto = planOf(followed)
  if (slideCount === null || auto.total === slideCount) return followed
  const written = slideCount - (auto.total - auto.written)
  return written >= SLIDE_COUNT_MIN && written <= SLIDE_COUNT_MAX ? { ...followed, slideCount: written } : followed
}

/** Parses the slideshow that a stored draft followed. */
function followedFrom(stored: unknown): GeneratorDraft['followed'] {
  if (typeof stored !== 'object' || stored === null || !('projectId' in stored && 'topic' in stored)) return null
  const { projectId, topic } = stored
  return typeof projectId === 'string' && typeof topic === 'string' ? { projectId, topic } : null
}

/** Parses a stored draft and ignores invalid fields. Without zod, which the page would have to load. */
export function draftFrom(stored: unknown): GeneratorDraft {
  const from: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const text = (key: string, max = Infinity) => {
    const value = from[key]
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  const flag = (key: 'usesTemplate' | 'softSell' | 'useTumblrPhotos') => (typeof from[key] === 'boolean' ? from[key] : EMPTY_DRAFT[key])
  // Number() throws for some stored objects.
  const chosen = from['slideCount']
  const count = typeof chosen === 'number' || typeof chosen === 'string' ? Number(chosen) : Number.NaN
  return {
    topic: text('topic'),
    contentType: CONTENT_TYPE_IDS.find((id) => id === from['contentType']) ?? EMPTY_DRAFT.contentType,
    usesTemplate: flag('usesTemplate'),
    templateId: UUID.test(text('templateId')) ? text('templateId') : '',
    templateLook: LOOK_IDS.find((id) => id === from['templateLook']) ?? null,
    slideCount: Number.isInteger(count) && count >= SLIDE_COUNT_MIN && count <= SLIDE_COUNT_MAX ? count : 'auto',
    softSell: flag('softSell'),
    likeAndFollow: typeof from['likeAndFollow'] === 'boolean' ? from['likeAndFollow'] : null,
    useTumblrPhotos: flag('useTumblrPhotos'),
    findPhotos: typeof from['findPhotos'] === 'boolean' ? from['findPhotos'] : null,
    extraContext: text('extraContext', EXTRA_CONTEXT_MAX),
    tone: text('tone', TONE_MAX),
    model: text('model'),
    followed: followedFrom(from['followed']),
  }
}

/** The fixed number of slides of a type; null if the user can choose. */
export function slideLock(type: ContentTypeId): number | null {
  return CONTENT_TYPES[type].slideLock
}

/** The number of slides that a draft generates, including the closing one. */
export function planOf(draft: GeneratorDraft, slideCount = draft.slideCount): SlideshowPlan {
  return planSlideshow({ ...draft, slideCount, likeAndFollow: draft.likeAndFollow ?? undefined })
}

export function generateLabel({ contentType, usesTemplate }: Pick<GeneratorDraft, 'contentType' | 'usesTemplate'>): string {
  return !usesTemplate && CONTENT_TYPES[contentType].output === 'video' ? 'Generate Video' : 'Generate Slideshow'
}

/** The specified error for a missing topic, or null. */
export function topicError(draft: GeneratorDraft): string | null {
  if (draft.usesTemplate && draft.templateId === '') return 'Choose a slideshow template'
  if (!draft.usesTemplate && CONTENT_TYPES[draft.contentType].needsTopic && draft.topic.trim() === '')
    return 'Please enter a topic for your slideshow'
  return null
}

/** The request of a draft, with locks applied and without fields that the type doesn't use. */
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
    ...(draft.findPhotos === null ? {} : { findPhotos: draft.findPhotos }),
    extraContext: draft.extraContext.trim(),
    tone: draft.tone.trim(),
    ...(draft.usesTemplate && draft.templateId ? { templateId: draft.templateId } : {}),
    ...(draft.usesTemplate && draft.templateLook ? { look: draft.templateLook } : {}),
    ...(draft.model ? { model: draft.model } : {}),
    ...(draft.contentType === 'custom' && customSlides ? { customSlides: [...customSlides] } : {}),
  }
}
