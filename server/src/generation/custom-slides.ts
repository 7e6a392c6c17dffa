import { fillCustomSlide, wantsPhoto, wantsTexts } from '@ninesixteen/shared/content-types/custom'
import type { SlideDraft } from '@ninesixteen/shared/content-types/draft'
import type { Backdrop, Slide } from '@ninesixteen/shared/slide/model'

interface Sources {
  /** Texts for the slides that need some, in order; null if none does. */
  drafts: AsyncGenerator<SlideDraft, void> | null
  /** The next photo, by the words of what it shows. */
  photo: (words?: string) => Promise<string | null>
  /** For slides that ask for a photo when there is none; by index. */
  backdrops: readonly Backdrop[]
  newId: () => string
  /** Gives a slide without a layout of its own its text size and brand. */
  finish(slide: Slide, index: number): Slide
}

/** The slides of a custom mode, each as soon as its texts are ready; slides without texts don't wait for later ones. */
export async function* fillCustomSlides(
  slides: readonly Slide[],
  { drafts, photo, backdrops, newId, finish }: Sources,
): AsyncGenerator<Slide, void> {
  let before: string | null = null
  try {
    for (const [index, slide] of slides.entries()) {
      const draft = wantsTexts(slide) ? await drafts?.next() : null
      if (draft?.done) return
      const background = wantsPhoto(slide)
        ? await dealDifferent(() => photo(draft?.value?.photo), [before, fixedPhoto(slides[index + 1])])
        : null
      const backdrop = wantsPhoto(slide) && background === null ? backdrops[index] : undefined
      const filled = fillCustomSlide(slide, { index, lines: draft ? linesOf(draft.value) : [], background, backdrop, newId })
      before = filled.backgroundImage
      yield slide.textBoxes.length + slide.imageBoxes.length === 0 ? finish(filled, index) : filled
    }
    // The provider reports usage after the last slide.
    await drafts?.next()
  } finally {
    await drafts?.return()
  }
}

/** The photo of a slide with a fixed photo. */
function fixedPhoto(slide: Slide | undefined): string | null {
  return slide && !wantsPhoto(slide) ? slide.backgroundImage : null
}

/**
 * A photo other than those of the neighbouring slides, if there are enough. The deck may repeat photos: at its end and again in the next
 * round.
 */
export async function dealDifferent(photo: Sources['photo'], neighbours: readonly (string | null)[]): Promise<string | null> {
  let dealt = await photo()
  for (let further = 0; further < 2 * neighbours.length && neighbours.includes(dealt); further += 1) dealt = await photo()
  return dealt
}

/** The texts of a draft, even if the model used other keys than requested. */
function linesOf({ title, description, lines }: SlideDraft): string[] {
  return lines.length > 0 ? lines : [title, description].filter((text) => text !== '')
}
