import { composeCustom, CUSTOM_TITLE } from '@ninesixteen/shared/content-types/custom'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { OpenDocument } from '../../app/studio-store.ts'

/** Unique within a slideshow, and among the pages that add slides to the same one. */
function newSlideId(): string {
  return `custom-${Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function emptyCustomSlide(index: number): Slide {
  return composeCustom({ index, written: index + 1, softSell: false, brand: null, background: null, newId: newSlideId })
}

export function emptyCustomSlides(count: number): Slide[] {
  return Array.from({ length: count }, (_, index) => emptyCustomSlide(index))
}

/** A slide that the custom type made and that nobody and nothing has given a name of its own. */
export function isPlaceholder(slide: Slide): boolean {
  return slide.title.includes(CUSTOM_TITLE)
}

/** A placeholder on which nothing stands. */
export function isBlank(slide: Slide): boolean {
  const { textBoxes, imageBoxes, backgroundImage, logoImage } = slide
  return isPlaceholder(slide) && textBoxes.length === 0 && imageBoxes.length === 0 && backgroundImage === null && logoImage === null
}

/** What becomes of the open slides when the custom type is left. */
export type Leaving =
  /** Nothing but empty placeholders: the slideshow goes. */
  | { kind: 'remove' }
  /** Placeholders alone, but there is work on them: the slideshow is put away as it is. */
  | { kind: 'close' }
  /** The placeholders among other slides go; null when there are none. */
  | { kind: 'clear'; edits: readonly Edit[] }

export function leavingCustom(slides: readonly Slide[]): Leaving {
  if (slides.every(isBlank)) return { kind: 'remove' }
  const placeholders = slides.filter(isPlaceholder)
  if (placeholders.length === slides.length) return { kind: 'close' }
  return { kind: 'clear', edits: placeholders.map(({ id }) => ({ type: 'delete-slide', slideId: id })) }
}

/** Adds empty slides at the end, or takes empty ones from there, until there are `count`; a slide with work on it stays. */
export function resizeEdits(slides: readonly Slide[], count: number): Edit[] {
  const added = Array.from({ length: Math.max(0, count - slides.length) }, (_, offset) => emptyCustomSlide(slides.length + offset))
  const kept = slides.findLastIndex((slide) => !isBlank(slide)) + 1
  const removed = slides.slice(Math.max(1, count, kept))
  return [
    ...added.flatMap((slide): Edit[] => [
      { type: 'add-slide', slideId: slide.id },
      { type: 'replace-slide', slide },
    ]),
    ...removed.map((slide): Edit => ({ type: 'delete-slide', slideId: slide.id })),
  ]
}

/** The slides of an open custom slideshow. */
export function customSlidesOf(document: OpenDocument | null): readonly Slide[] | null {
  return document?.contentType === 'custom' ? document.slides : null
}
