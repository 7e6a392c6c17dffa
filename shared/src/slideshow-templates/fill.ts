import { setBackground } from '../slide/edit.ts'
import { limitText } from '../slide/edit-boxes.ts'
import { withText } from '../slide/emphasis.ts'
import type { Slide } from '../slide/model.ts'
import { BACKGROUND_REF } from './limits.ts'
import type { TemplateSlot } from './model.ts'

export interface TemplateFilling {
  slots: readonly TemplateSlot[]
  /** New texts and storage paths of new photos, by the slot's reference; slots without one keep what the template shows. */
  values: ReadonlyMap<string, string>
}

function fillSlot(slide: Slide, { ref, kind }: TemplateSlot, value: string): Slide {
  // Locked boxes take their texts, too: the lock is against slips of the hand.
  if (kind === 'text')
    return { ...slide, textBoxes: slide.textBoxes.map((box) => (box.id === ref ? withText(box, limitText(value)) : box)) }
  if (ref === BACKGROUND_REF) return setBackground(slide, value)
  return { ...slide, imageBoxes: slide.imageBoxes.map((box) => (box.id === ref ? { ...box, imageUrl: value } : box)) }
}

/** A slide of a template with new texts and photos. Places, looks and fixed parts stay. */
export function fillTemplateSlide(slide: Slide, { slots, values }: TemplateFilling): Slide {
  // A description of the template's own texts would be wrong.
  const { altText: _, ...plain } = slide
  const own = slots.filter(({ slideId }) => slideId === slide.id)
  const filled = own.reduce((next, slot) => {
    const value = values.get(slot.ref)
    return value === undefined ? next : fillSlot(next, slot, value)
  }, plain as Slide)
  const [first] = own.filter(({ kind }) => kind === 'text')
  return {
    ...filled,
    title: (first && values.get(first.ref)?.slice(0, 300)) ?? slide.title,
  }
}
