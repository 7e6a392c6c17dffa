import type { BoxRef } from '@ninesixteen/shared/slide/box'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { TextStyling } from '@ninesixteen/shared/slide/edit-boxes'
import type { Shadow, Slide, TextBox } from '@ninesixteen/shared/slide/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'

/** The texts that the panel changes. */
export interface TextTargets {
  slideId: string
  boxes: readonly TextBox[]
  /** The user has selected them; otherwise they are all texts of the slide. */
  isSelection: boolean
}

/** The selected texts or, without any, all texts of the slide. */
export function textTargets(slide: Slide, selection: readonly BoxRef[]): TextTargets {
  const selected = slide.textBoxes.filter((box) => selection.includes(box.id))
  const isSelection = selected.length > 0
  return { slideId: slide.id, boxes: isSelection ? selected : slide.textBoxes, isSelection }
}

/** Sets fields on the targets. */
export function styleEdit({ slideId, boxes, isSelection }: TextTargets, style: TextStyling): Edit {
  if (!isSelection) return { type: 'style-texts', slideIds: [slideId], style }
  return { type: 'style-boxes', slideId, refs: boxes.map((box) => box.id), style }
}

/** A value of the first box, and whether the others have another one. */
export interface CommonValue<T> {
  value: T
  isMixed: boolean
}

export function commonValue<Box, T>(boxes: readonly Box[], read: (box: Box | undefined) => T): CommonValue<T> {
  const value = read(boxes[0])
  return { value, isMixed: boxes.some((box) => !sameData(read(box), value)) }
}

/** Fields that a slideshow's texts share. Sizes, weights and rotation belong to single texts: a title is larger than a line below it. */
const SHARED_FIELDS = [
  'textColor',
  'outlineColor',
  'noOutline',
  'highlightColor',
  'font',
  'italic',
  'uppercase',
  'align',
  'lineHeight',
  'letterSpacing',
  'opacity',
  'shadow',
] as const satisfies readonly (keyof TextBox)[]

/** Everything that "From style" resets. */
export const OWN_FIELDS = [...SHARED_FIELDS, 'rotation', 'emphasis'] as const

/** The look that texts have in common, for the other slides; fields in which they differ are left out. */
export function sharedStyle(boxes: readonly TextBox[]): TextStyling {
  const fields = SHARED_FIELDS.flatMap((field) => {
    const { value, isMixed } = commonValue(boxes, (box) => box?.[field] ?? null)
    return isMixed ? [] : [[field, value] as const]
  })
  return Object.fromEntries(fields)
}

export const NO_OWN_STYLE: TextStyling = Object.fromEntries(OWN_FIELDS.map((field) => [field, null]))

/** Shadows to choose from, in slide units. */
export const SHADOWS = {
  soft: { color: '#000000', opacity: 0.5, x: 0, y: 1.5, blur: 4 },
  hard: { color: '#000000', opacity: 1, x: 2, y: 2, blur: 0 },
  glow: { color: '#ffffff', opacity: 0.9, x: 0, y: 0, blur: 6 },
} as const satisfies Record<string, Shadow>
export type ShadowName = keyof typeof SHADOWS

const SHADOW_NAMES: readonly ShadowName[] = ['soft', 'hard', 'glow']

/** The preset that a shadow is, whatever its color; null for one of another shape. */
export function shadowName(shadow: Shadow): ShadowName | null {
  return SHADOW_NAMES.find((name) => sameData({ ...SHADOWS[name], color: shadow.color }, shadow)) ?? null
}
