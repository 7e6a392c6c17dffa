import { cutText } from '@ninesixteen/shared/text/rules'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { textRoles } from '@ninesixteen/shared/slide/slide-look'
import { BACKGROUND_REF } from '@ninesixteen/shared/slideshow-templates/limits'
import { slotName } from '@ninesixteen/shared/slideshow-templates/slots'
import type { TemplateSlot } from '@ninesixteen/shared/slideshow-templates/model'

/** A text or photo of a slide that can be a slot. */
export interface TemplateElement extends Pick<TemplateSlot, 'ref' | 'kind'> {
  /** The text as it is; empty for a photo. */
  sample: string
}

const SAMPLE_MAX = 60

/** The texts of a slide, the largest first, its pictures and its background. */
export function elementsOf(slide: Slide): TemplateElement[] {
  const { title, others } = textRoles(slide)
  return [
    ...[...(title ? [title] : []), ...others].map(({ id, text }): TemplateElement => {
      return { ref: id, kind: 'text', sample: cutText(text.trim().replaceAll(/\s+/g, ' '), SAMPLE_MAX) }
    }),
    ...slide.imageBoxes.map(({ id }): TemplateElement => ({ ref: id, kind: 'photo', sample: '' })),
    ...(slide.backgroundImage === null ? [] : [{ ref: BACKGROUND_REF, kind: 'photo' as const, sample: '' }]),
  ]
}

/** The slots with another one, under its default name. */
export function addSlot(
  slots: readonly TemplateSlot[],
  { slide, index, ref, kind }: Pick<TemplateSlot, 'ref' | 'kind'> & { slide: Slide; index: number },
): TemplateSlot[] {
  return [...slots, { slideId: slide.id, ref, kind, name: slotName(slide, { index, ref, slots }) }]
}

const isSlot =
  ({ slideId, ref }: Pick<TemplateSlot, 'slideId' | 'ref'>) =>
  (slot: TemplateSlot): boolean =>
    slot.slideId === slideId && slot.ref === ref

export const removeSlot = (slots: readonly TemplateSlot[], removed: Pick<TemplateSlot, 'slideId' | 'ref'>): TemplateSlot[] =>
  slots.filter((slot) => !isSlot(removed)(slot))

export const renameSlot = (
  slots: readonly TemplateSlot[],
  { name, ...renamed }: Pick<TemplateSlot, 'slideId' | 'ref' | 'name'>,
): TemplateSlot[] => slots.map((slot) => (isSlot(renamed)(slot) ? { ...slot, name } : slot))
