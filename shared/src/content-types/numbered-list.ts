import type { Slide } from '../slide/model.ts'
import {
  bodyText,
  coverBoxes,
  DESCRIPTION_BOX,
  emptySlide,
  headline,
  POINT_TITLE_BOX,
  POINT_WITH_PHOTO_BOX,
  textBox,
  type SlidePlace,
} from './boxes.ts'
import { carriesProductPhoto, withSoftSell } from './company-slides.ts'
import type { SlideDraft } from './draft.ts'
import type { PromptParts } from './prompt.ts'

export const numberedListPrompt: PromptParts = {
  format:
    'The format is a numbered list. Slide 1 is the cover: its title is a hook that makes people swipe, at most 9 words, if it helps with a short remark in parentheses at the end; its description is null. Where the hook counts the points, their number is the one after Points, whatever number the topic has. Every later slide is one point: its title starts with its number ("1. ") and has at most 7 words, its description says in 8 to 22 words why or how.',
  fields: ['title', 'description'],
}

/** The cover is no point: a hook that promises seven is followed by seven. */
export const pointsLine = (slides: number): string => `Points: ${slides - 1}`

/** Cover first, then one point a slide: title above description. */
export function composeNumberedList(draft: SlideDraft, place: SlidePlace): Slide {
  const title = headline(draft)
  const body = bodyText(draft)
  const slide = emptySlide(place, title, body)
  if (place.index === 0) return { ...slide, textBoxes: coverBoxes(place, title) }
  // The product photo takes the place of the description, which therefore follows the title in the same box.
  const boxes = carriesProductPhoto(place)
    ? [textBox(place, POINT_WITH_PHOTO_BOX, [title, body].filter(Boolean).join('\n'))]
    : [textBox(place, POINT_TITLE_BOX, title), ...(body ? [textBox(place, DESCRIPTION_BOX, body)] : [])]
  return withSoftSell({ ...slide, textBoxes: boxes }, place)
}
