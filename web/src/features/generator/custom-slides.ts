import { composeCustom, CUSTOM_TITLE } from '@ninesixteen/shared/content-types/custom'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { OpenDocument } from '../../app/studio-store.ts'

/** Random, because several tabs can add slides to the same slideshow. */
function newSlideId(): string {
  return `custom-${Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function emptyCustomSlide(index: number): Slide {
  return composeCustom({ index, written: index + 1, softSell: false, companyImages: null, background: null, newId: newSlideId })
}

export function emptyCustomSlides(count: number): Slide[] {
  return Array.from({ length: count }, (_, index) => emptyCustomSlide(index))
}

/** A slide that still has the default title of the custom type. */
function isPlaceholder(slide: Slide): boolean {
  return slide.title.includes(CUSTOM_TITLE)
}

/** An empty placeholder. */
export function isBlank(slide: Slide): boolean {
  const { textBoxes, imageBoxes, backgroundImage, logoImage } = slide
  return isPlaceholder(slide) && textBoxes.length === 0 && imageBoxes.length === 0 && backgroundImage === null && logoImage === null
}

/** The action on the open slides when the user leaves the custom type. */
export type Leaving =
  /** Only empty placeholders: delete the slideshow. */
  | { kind: 'remove' }
  /** Only placeholders, some edited: close the slideshow. */
  | { kind: 'close' }
  /** Delete the placeholders among other slides. */
  | { kind: 'clear'; edits: readonly Edit[] }

export function leavingCustom(slides: readonly Slide[]): Leaving {
  if (slides.every(isBlank)) return { kind: 'remove' }
  const placeholders = slides.filter(isPlaceholder)
  if (placeholders.length === slides.length) return { kind: 'close' }
  return { kind: 'clear', edits: [{ type: 'delete-slides', slideIds: placeholders.map(({ id }) => id) }] }
}

/** Adds or removes empty slides at the end until there are `count`. Never removes an edited slide. */
export function resizeEdits(slides: readonly Slide[], count: number): Edit[] {
  const added = Array.from({ length: Math.max(0, count - slides.length) }, (_, offset) => emptyCustomSlide(slides.length + offset))
  const filled = slides.findLastIndex((slide) => !isBlank(slide)) + 1
  const removed = slides.slice(Math.max(1, count, filled))
  return [
    ...(added.length > 0 ? [{ type: 'add-slides' as const, slides: added }] : []),
    ...(removed.length > 0 ? [{ type: 'delete-slides' as const, slideIds: removed.map(({ id }) => id) }] : []),
  ]
}

/** The slides of an open custom slideshow. */
export function customSlidesOf(document: OpenDocument | null): readonly Slide[] | null {
  return document?.contentType === 'custom' ? document.slides : null
}
