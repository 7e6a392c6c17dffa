import { slideInstructionsSchema, type Slide } from '../slide/model.ts'
import { emptySlide, type SlidePlace } from './boxes.ts'

/** Slides of the custom type are recognised by this title, for example when the type is left again. */
export const CUSTOM_TITLE = 'Custom Slide'

/** An empty slide to lay out by hand, with the default instructions. */
export function composeCustom(place: SlidePlace): Slide {
  return {
    ...emptySlide(place, `${CUSTOM_TITLE} ${place.index + 1}`),
    useAiGeneration: true,
    useRandomPhoto: true,
    instructions: slideInstructionsSchema.parse({}),
  }
}
