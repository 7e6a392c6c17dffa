import { cutText } from '@ninesixteen/shared/text/rules'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { textRoles } from '@ninesixteen/shared/slide/slide-look'
import { BACKGROUND_REF } from '@ninesixteen/shared/slideshow-templates/limits'
import type { TemplateSlot } from '@ninesixteen/shared/slideshow-templates/model'

/** A text or photo of a slide that can be a slot. */
export interface TemplateElement extends Pick<TemplateSlot, 'ref' | 'kind'> {
  /** The text as it is; empty for a photo. */
  sample: string
  /** Default name of its slot. */
  name(slide: number): string
}

const SAMPLE_MAX = 60

/** The texts of a slide, the largest first, its pictures and its background. */
export function elementsOf(slide: Slide): TemplateElement[] {
  const { title, others } = textRoles(slide)
  return [
    ...[...(title ? [title] : []), ...others].map((box, index): TemplateElement => {
      const sample = cutText(box.text.trim().replaceAll(/\s+/g, ' '), SAMPLE_MAX)
      return { ref: box.id, kind: 'text', sample, name: (number) => box.name ?? `Text ${number}.${index + 1}` }
    }),
    ...slide.imageBoxes.map((box, index): TemplateElement => {
      return { ref: box.id, kind: 'photo', sample: '', name: (number) => `Picture ${number}.${index + 1}` }
    }),
    ...(slide.backgroundImage === null
      ? []
      : [{ ref: BACKGROUND_REF, kind: 'photo' as const, sample: '', name: (number: number) => `Photo ${number}` }]),
  ]
}

/** The slots with one of another name, or without it. */
export function toggleSlot(
  slots: readonly TemplateSlot[],
  { slideId, ref, kind }: Pick<TemplateSlot, 'slideId' | 'ref' | 'kind'>,
  name: string | null,
): TemplateSlot[] {
  const isIt = (slot: TemplateSlot) => slot.slideId === slideId && slot.ref === ref
  if (name === null) return slots.filter((slot) => !isIt(slot))
  if (slots.some(isIt)) return slots.map((slot) => (isIt(slot) ? { ...slot, name } : slot))
  return [...slots, { slideId, ref, kind, name }]
}
