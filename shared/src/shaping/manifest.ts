/** One font the painter can load. */
export interface PainterFont {
  key: string
  /** Path below the folder of the assets. */
  file: string
  /** The typeface of the product; emoji come before all others. */
  primary: boolean
  /** Range of the weight axis, or null for a font of one weight. */
  weights: readonly [number, number] | null
  /** Sorted code point ranges: first, last, first, last ... */
  coverage: readonly number[]
}

/** The fonts and emoji the painter can load, as scripts/build-assets.mjs writes them to manifest.json. */
export interface PainterManifest {
  /** Changes when an asset does; hosts add it to addresses so that caches never mix two builds. */
  version: string
  /** In the order in which they are asked for a character; at least one. */
  fonts: readonly PainterFont[]
  /** Keys of all emoji (code points in hex without variation selectors, joined by `-`), separated by spaces. */
  emoji: string
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function areNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isFinite)
}

function isFont(value: unknown): value is PainterFont {
  if (!isObject(value)) return false
  const { key, file, primary, weights, coverage } = value
  const hasWeights = weights === null || (areNumbers(weights) && weights.length === 2)
  return typeof key === 'string' && typeof file === 'string' && typeof primary === 'boolean' && hasWeights && areNumbers(coverage)
}

/**
 * A manifest as it was read from its file; anything else throws. Checked by hand, as the files of emoji are: these two are
 * all that has to be parsed before the first slide is drawn, and the page then draws it without having loaded zod.
 */
export function parseManifest(value: unknown): PainterManifest {
  if (isObject(value)) {
    const { version, fonts, emoji } = value
    const hasFonts = Array.isArray(fonts) && fonts.length > 0 && fonts.every(isFont)
    if (typeof version === 'string' && /^[0-9a-f]{12}$/.test(version) && hasFonts && typeof emoji === 'string') {
      return { version, fonts, emoji }
    }
  }
  throw new Error('This is no manifest of the painter')
}

/** Path of an emoji's layers below the folder of the assets. */
export function emojiFile(key: string): string {
  return `emoji/${key}.json`
}

/** Colour, opacity, even-odd (0 or 1), outline in a 36 unit square, and for strokes their width. */
type EmojiLayer = readonly [string, number, number, readonly number[], number?]

/** The file of one emoji: its layers from back to front, at least one. */
export type EmojiLayers = readonly EmojiLayer[]

function isLayer(value: unknown): value is EmojiLayer {
  if (!Array.isArray(value) || value.length < 4 || value.length > 5) return false
  const [colour, opacity, evenOdd, outline, width] = value as unknown[]
  return typeof colour === 'string' && areNumbers([opacity, evenOdd, width ?? 0]) && areNumbers(outline)
}

/** The layers of an emoji as they were read from their file; anything else throws. */
export function parseEmojiLayers(value: unknown): EmojiLayers {
  if (Array.isArray(value) && value.length > 0 && value.every(isLayer)) return value
  throw new Error('These are no layers of an emoji')
}

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
