import type { SlideDraft } from '@ninesixteen/shared/content-types/draft'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { fillTemplateSlide } from '@ninesixteen/shared/slideshow-templates/fill'
import type { TemplateLayout, TemplateSlot } from '@ninesixteen/shared/slideshow-templates/model'
import { fitSlot } from '@ninesixteen/shared/slideshow-templates/prompt'
import { slotsOn } from '@ninesixteen/shared/slideshow-templates/slots'
import { dealDifferent } from './custom-slides.ts'

interface Sources {
  /** New texts of a slide by the references of its slots; null when there are no more. */
  texts(slots: readonly TemplateSlot[]): Promise<Map<string, string> | null>
  photo(): Promise<string | null>
}

/** The slides of a template with new texts and photos, each as soon as its texts are ready. */
export async function* fillTemplateSlides({ slides, slots }: TemplateLayout, { texts, photo }: Sources): AsyncGenerator<Slide, void> {
  let before: string | null = null
  for (const slide of slides) {
    const own = slotsOn(slots, slide.id)
    const values = own.texts.length === 0 ? new Map<string, string>() : await texts(own.texts)
    if (!values) return
    const used = [before]
    for (const { ref } of own.photos) {
      const dealt: string | null = await dealDifferent(photo, used)
      if (dealt === null) continue
      values.set(ref, dealt)
      used.push(dealt)
      before = dealt
    }
    yield fillTemplateSlide(slide, { slots, values })
  }
}

/** The same with texts of a model, cut to what their boxes hold. */
export async function* writeTemplateSlides(
  layout: TemplateLayout,
  { drafts, photo }: { drafts: AsyncGenerator<SlideDraft, void> | null } & Pick<Sources, 'photo'>,
): AsyncGenerator<Slide, void> {
  try {
    yield* fillTemplateSlides(layout, {
      photo,
      async texts(slots) {
        const draft = await drafts?.next()
        if (!draft || draft.done) return null
        return new Map(slots.map((slot, at) => [slot.ref, fitSlot(layout, slot, draft.value.lines[at] ?? '')]))
      },
    })
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
