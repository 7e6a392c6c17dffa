import type { Slide } from '../slide/model.ts'
import { emptySlide, headline, QUOTE_BOX, textBox, type SlidePlace } from './boxes.ts'
import type { SlideDraft } from './draft.ts'
import type { PromptParts } from './prompt.ts'

export const multiPhotoVideoPrompt: PromptParts = {
  format:
    'The format is one motivational quote over quickly changing photos, always 1 slide. Its title is 2 to 4 words for the list of projects. textBox1 is the quote: your own words, 8 to 20 of them, without naming an author.',
  fields: ['title', 'textBox1'],
}

/** Slide title by which a stored project is recognised as a video again. */
export const VIDEO_TITLE = 'motivational video'

/** The quote in one box; the photos change behind it while it plays. */
export function composeMultiPhotoVideo(draft: SlideDraft, place: SlidePlace): Slide {
  const quote = draft.lines[0] ?? (draft.description || headline(draft))
  return { ...emptySlide(place, VIDEO_TITLE, quote), textBoxes: [textBox(place, QUOTE_BOX, quote)] }
}
