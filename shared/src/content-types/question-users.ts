import type { Slide } from '../slide/model.ts'
import { bodyText, coverBoxes, DESCRIPTION_BOX, emptySlide, headline, POINT_TITLE_BOX, textBox, type SlidePlace } from './boxes.ts'
import type { SlideDraft } from './draft.ts'
import type { PromptParts } from './prompt.ts'

export const questionUsersPrompt: PromptParts = {
  format:
    'The format is a question to the audience, always 2 slides. Slide 1: its title is one open question about the topic, at most 12 words, that people can answer in a few words; its description is null. Slide 2: its title is your own short, honest answer that goes first, its description invites everyone to answer in the comments.',
  fields: ['title', 'description'],
}

/** The question as a cover, then the first answer. */
export function composeQuestionUsers(draft: SlideDraft, place: SlidePlace): Slide {
  const title = headline(draft)
  const body = bodyText(draft)
  const slide = emptySlide(place, title, body)
  if (place.index === 0) return { ...slide, textBoxes: coverBoxes(place, title) }
  return { ...slide, textBoxes: [textBox(place, POINT_TITLE_BOX, title), ...(body ? [textBox(place, DESCRIPTION_BOX, body)] : [])] }
}
