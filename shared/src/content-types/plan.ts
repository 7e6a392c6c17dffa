import { autoSlideCount, SLIDE_COUNT_MAX, SLIDE_COUNT_MIN } from '../text/slide-count.ts'
import type { ContentTypeId } from './ids.ts'
import { CONTENT_TYPES, type ContentTypeFacts } from './registry.ts'

export interface PlanChoices {
  contentType: ContentTypeId
  topic: string
  slideCount: number | 'auto'
  softSell: boolean
  /** Absent: follows the soft sell toggle and the brand. */
  likeAndFollow?: boolean | undefined
  /** Whether the brand ends slideshows with a closing slide. */
  brandCloses?: boolean
}

/** The plan for a slideshow, after all locks and exclusions of the content type. */
export interface SlideshowPlan {
  contentType: ContentTypeId
  /** Slides with texts of their own. */
  written: number
  softSell: boolean
  /** One more slide at the end: the count is that of the list, and "7 habits" stay seven. */
  likeAndFollow: boolean
  /** All slides. */
  total: number
}

/** Applies slide count, locks and exclusions to what was chosen. */
export function planSlideshow(choices: PlanChoices): SlideshowPlan {
  const facts: ContentTypeFacts = CONTENT_TYPES[choices.contentType]
  const { slideCount } = choices
  const requested = slideCount === 'auto' ? autoSlideCount(choices.topic) : Math.min(SLIDE_COUNT_MAX, Math.max(SLIDE_COUNT_MIN, slideCount))
  const written = facts.slideLock ?? requested
  const softSell = facts.softSell && choices.softSell
  const likeAndFollow = facts.likeAndFollow && (choices.likeAndFollow ?? (softSell || choices.brandCloses === true))
  return { contentType: choices.contentType, written, softSell, likeAndFollow, total: written + (likeAndFollow ? 1 : 0) }
}

/** Index (from 0) of the slide that carries the product photo; null when the slideshow is too short for one. */
export function productPhotoIndex(written: number): number | null {
  if (written >= 5) return 3
  return written === 4 ? 2 : null
}

/** Index (from 0) of the slide into which the company is worked: the product photo's, else the last. */
export function softSellIndex(written: number): number {
  return productPhotoIndex(written) ?? written - 1
}
