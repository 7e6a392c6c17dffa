import type { SavedLook } from '@ninesixteen/shared/api/saved-styles'
import { textLook } from '@ninesixteen/shared/scene/text-style'
import { LOOK_FIELDS } from '@ninesixteen/shared/slide/slide-look'
import type { TextBox, TextStyle } from '@ninesixteen/shared/slide/model'

/**
 * The look of a text for other slides. Colors that it has from its slide's text style become its own, because other slides have other text styles.
 * An outline in the color of the highlight is invisible: it replaces the one that an outline style would add.
 */
export function lookToSave(style: TextStyle, box: TextBox): SavedLook {
  const fields = LOOK_FIELDS.flatMap((field) => (box[field] === undefined ? [] : [[field, box[field]] as const]))
  const { fill, outline, highlight } = textLook(style, box)
  return {
    ...(Object.fromEntries(fields) as SavedLook),
    textColor: fill,
    ...((outline ?? highlight) !== null && { outlineColor: outline ?? highlight ?? fill }),
    ...(highlight !== null && { highlightColor: highlight }),
  }
}
