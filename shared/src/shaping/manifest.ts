import { z } from 'zod'

/** The fonts and emoji the painter can load, as scripts/build-assets.mjs writes them to manifest.json. */
export const painterManifestSchema = z.object({
  /** Changes when an asset does; hosts add it to addresses so that caches never mix two builds. */
  version: z.string().regex(/^[0-9a-f]{12}$/),
  /** In the order in which they are asked for a character. */
  fonts: z
    .array(
      z.object({
        key: z.string(),
        /** Path below the folder of the assets. */
        file: z.string(),
        /** The typeface of the product; emoji come before all others. */
        primary: z.boolean(),
        /** Range of the weight axis, or null for a font of one weight. */
        weights: z.tuple([z.number(), z.number()]).nullable(),
        /** Sorted code point ranges: first, last, first, last ... */
        coverage: z.array(z.number().int()),
      }),
    )
    .min(1),
  /** Keys of all emoji (code points in hex without variation selectors, joined by `-`), separated by spaces. */
  emoji: z.string(),
})
export type PainterManifest = z.infer<typeof painterManifestSchema>
export type PainterFont = PainterManifest['fonts'][number]

/** Path of an emoji's layers below the folder of the assets. */
export function emojiFile(key: string): string {
  return `emoji/${key}.json`
}

/** Colour, opacity, even-odd (0 or 1), outline in a 36 unit square, and for strokes their width. */
const layerSchema = z.union([
  z.tuple([z.string(), z.number(), z.number(), z.array(z.number())]),
  z.tuple([z.string(), z.number(), z.number(), z.array(z.number()), z.number()]),
])

/** The file of one emoji: its layers from back to front. */
export const emojiLayersSchema = z.array(layerSchema).min(1)
export type EmojiLayers = z.infer<typeof emojiLayersSchema>

/** Side of the square that emoji are drawn in. */
export const EMOJI_UNITS = 36

/** True when the font has a glyph for the code point. */
export function covers(font: PainterFont, codePoint: number): boolean {
  const { coverage } = font
  let low = 0
  let high = coverage.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (codePoint > (coverage[2 * middle + 1] ?? 0)) low = middle + 1
    else high = middle
  }
  return codePoint >= (coverage[2 * low] ?? Infinity)
}
