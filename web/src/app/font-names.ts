import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import { isUploadedFont, type FontId, type UploadedFontId } from '@ninesixteen/shared/slide/fonts'

/** The name of an uploaded font. One that was deleted, or that got a style since, is no longer listed. */
export function nameOfUpload(id: UploadedFontId, fonts: readonly UploadedFont[]): string {
  return fonts.find(({ font }) => font === id)?.name ?? 'Earlier font'
}

/** The name of an uploaded font; undefined for a typeface of the product. */
export function uploadNameOf(font: FontId | UploadedFontId | null, fonts: readonly UploadedFont[]): string | undefined {
  return font !== null && isUploadedFont(font) ? nameOfUpload(font, fonts) : undefined
}

const WEIGHT_NAMES: readonly (readonly [number, string])[] = [
  [150, 'Thin'],
  [250, 'Extra Light'],
  [350, 'Light'],
  [450, 'Regular'],
  [550, 'Medium'],
  [650, 'Semi Bold'],
  [750, 'Bold'],
  [850, 'Extra Bold'],
  [Infinity, 'Black'],
]

const weightName = (weight: number): string => WEIGHT_NAMES.find(([below]) => weight < below)?.[1] ?? ''

/** The styles of a font: "Regular, Bold Italic". */
export function stylesText({ styles }: Pick<UploadedFont, 'styles'>): string {
  return styles
    .map(({ italic, weights: [from, to] }) => {
      const weight = from === to ? weightName(from) : `${weightName(from)} to ${weightName(to)}`
      return italic ? (weight === 'Regular' ? 'Italic' : `${weight} Italic`) : weight
    })
    .join(', ')
}
