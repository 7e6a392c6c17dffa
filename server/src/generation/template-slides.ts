import type { SlideDraft } from '@ninesixteen/shared/content-types/draft'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fillTemplateSlide } from '@ninesixteen/shared/slideshow-templates/fill'
import type { TemplateLayout } from '@ninesixteen/shared/slideshow-templates/model'
import { fitSlot } from '@ninesixteen/shared/slideshow-templates/prompt'
import { slotsOn } from '@ninesixteen/shared/slideshow-templates/slots'
import { dealDifferent } from './custom-slides.ts'

interface Sources {
  /** Texts for the slides that have slots for some, in order; null if none has. */
  drafts: AsyncGenerator<SlideDraft, void> | null
  photo: () => Promise<string | null>
}

/** The slides of a template with new texts and photos, each as soon as its texts are ready. */
export async function* fillTemplateSlides(layout: TemplateLayout, { drafts, photo }: Sources): AsyncGenerator<Slide, void> {
  let before: string | null = null
  try {
    for (const slide of layout.slides) {
      const { texts, photos } = slotsOn(layout.slots, slide.id)
      const draft = texts.length > 0 ? await drafts?.next() : null
      if (draft?.done) return
      const lines = draft?.value.lines ?? []
      const values = new Map(texts.map((slot, at) => [slot.ref, fitSlot(layout, slot, lines[at] ?? '')]))
      const used = [before]
      for (const { ref } of photos) {
        const dealt: string | null = await dealDifferent(photo, used)
        if (dealt === null) continue
        values.set(ref, dealt)
        used.push(dealt)
        before = dealt
      }
      yield fillTemplateSlide(slide, { slots: layout.slots, values })
    }
    // The provider reports usage after the last slide.
    await drafts?.next()
  } finally {
    await drafts?.return()
  }
}

/** Whether a text is none of the template's slots. */
export function isFixedIn({ slots }: TemplateLayout): (slideId: string, boxId: string) => boolean {
  const open = new Set(slots.map(({ slideId, ref }) => `${slideId} ${ref}`))
  return (slideId, boxId) => !open.has(`${slideId} ${boxId}`)
}
