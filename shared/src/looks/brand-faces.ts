import { FONTS, type FontId, type UploadedFontId } from '../slide/fonts.ts'

/** A typeface in a weight. Without a font, the product's own. */
export interface TypeFace {
  font?: FontId | UploadedFontId
  fontWeight: number
}

/** Weights of titles and texts in a brand's typefaces. */
export const [TITLE_WEIGHT, TEXT_WEIGHT] = [800, 500]

/** A brand's typeface in the nearest weight that it has. */
export function faceOf(font: FontId | UploadedFontId, weight: number): Required<TypeFace> {
  const weights: readonly number[] = FONTS.find(({ id }) => id === font)?.weights ?? [weight]
  const [nearest = weight] = weights.toSorted((a, b) => Math.abs(a - weight) - Math.abs(b - weight))
  return { font, fontWeight: nearest }
}

/** All faces that brands set titles and texts in, without uploaded fonts. */
export const BRAND_FACES: readonly TypeFace[] = FONTS.flatMap(({ id }) => [faceOf(id, TITLE_WEIGHT), faceOf(id, TEXT_WEIGHT)])
