import { LIKE_AND_FOLLOW } from '../content-types/ids.ts'
import type { Slide } from '../slide/model.ts'
import type { SlideRole } from './look.ts'
import { managed } from './undress.ts'

/** From this many texts on, a slide is a column of lines. */
const LINES_FROM = 3

/** The part that a slide seems to have in its slideshow, also where a user changed it. */
export function roleOfSlide(slides: readonly Slide[], index: number): SlideRole {
  const slide = slides[index]
  const texts = slide ? managed(slide) : []
  if (slides.length === 1) return 'quote'
  if (index === 0) return texts.some(({ text }) => text.trim().endsWith('?')) ? 'question' : 'cover'
  if (index === slides.length - 1 && texts.some(({ text }) => text.trim().toLowerCase() === LIKE_AND_FOLLOW)) return 'closing'
  return texts.length >= LINES_FROM ? 'lines' : 'point'
}
