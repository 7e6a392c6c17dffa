import type { Slide } from '../slide/model.ts'
import type { SlidePlace } from './boxes.ts'
import { composeCustom } from './custom.ts'
import { customPrompt } from './custom-prompt.ts'
import { composeDirectlyPersonal, directlyPersonalPrompt } from './directly-personal.ts'
import type { SlideDraft } from './draft.ts'
import type { ContentTypeId } from './ids.ts'
import { composeMultiPhotoVideo, multiPhotoVideoPrompt } from './multi-photo-video.ts'
import { composeNumberedList, numberedListPrompt, pointsLine } from './numbered-list.ts'
import { buildPrompt, type Brief, type Prompt, type PromptParts } from './prompt.ts'
import { composeQuestionUsers, questionUsersPrompt } from './question-users.ts'

/** How a content type becomes slides. */
export interface ContentTypeWriter {
  /** The request to the model; null when the type needs none. */
  prompt(brief: Brief): Prompt | null
  /** A stored slide from the texts of one: pure, the same for the same input. */
  compose(draft: SlideDraft, place: SlidePlace): Slide
}

function written(parts: PromptParts, compose: ContentTypeWriter['compose']): ContentTypeWriter {
  return { prompt: (brief) => buildPrompt(brief, parts), compose }
}

/** One writer per content type; its facts are in the registry. */
export const CONTENT_TYPE_WRITERS = {
  'numbered-list': {
    prompt: (brief) => buildPrompt(brief, { ...numberedListPrompt, lines: [pointsLine(brief.slides)] }),
    compose: composeNumberedList,
  },
  'directly-personal': written(directlyPersonalPrompt, composeDirectlyPersonal),
  'question-users': written(questionUsersPrompt, composeQuestionUsers),
  'multi-photo-video': written(multiPhotoVideoPrompt, composeMultiPhotoVideo),
  custom: { prompt: customPrompt, compose: (_draft, place) => composeCustom(place) },
} satisfies Record<ContentTypeId, ContentTypeWriter>
