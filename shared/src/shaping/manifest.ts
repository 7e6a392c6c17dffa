import { isWithin, rangesFromSteps } from './code-ranges.ts'
import type { CodeRanges } from './code-ranges.ts'
import type { HanStandards } from './han.ts'

/** One font the painter can load. */
export interface PainterFont {
  key: string
  /** Path below the folder of the assets; part of it is the hash of what is in it. */
  file: string
  /** The typeface of the product; emoji come before all others. */
  primary: boolean
  /** Range of the weight axis, or null for a font without one. */
  weights: readonly [number, number] | null
  coverage: CodeRanges
  /** How far lines of it reach above and below the baseline, in em; 0 where that is no further than those of the product's own. */
  line: readonly [number, number]
}

/** One file of a typeface that a text box can choose. */
export interface FaceFont extends PainterFont {
  /** Id in slide/fonts.ts. */
  face: string
  italic: boolean
  /** The ends of the weight axis; a font without an axis has its weight twice. */
  weights: readonly [number, number]
}

/**
 * Lists of further fonts, dictionaries and whatever else only some slides need, by their names:
 * `scripts`, `sc`, `tc`, `jp` and `kr` are fonts, `faces` the typefaces that a text box can choose, `han` the standards of Chinese characters,
 * the others words of a script.
 */
export const TABLES = ['scripts', 'sc', 'tc', 'jp', 'kr', 'faces', 'han', 'thai', 'lao', 'burmese', 'khmer'] as const
export type TableKey = (typeof TABLES)[number]

/** The fonts and emoji the painter can load, as scripts/build-assets.mjs writes them to manifest.json. */
export interface PainterManifest {
  /** Changes when an asset does; hosts add it to addresses so that caches never mix two builds. */
  version: string
  /** In the order in which they are asked for a character; at least one. */
  fonts: readonly PainterFont[]
  /** Paths of the tables' files. */
  tables: Readonly<Record<TableKey, string>>
  /** Keys of all emoji (code points in hex without variation selectors, joined by `-`), separated by spaces. */
  emoji: string
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function areNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(Number.isFinite)
}

/** As in a file: the code points as differences from one to the next. */
function fontFrom(value: unknown): PainterFont | null {
  if (!isObject(value)) return null
  const { key, file, primary, weights, coverage, line } = value
  if (typeof key !== 'string' || typeof file !== 'string' || typeof primary !== 'boolean') return null
  if (!areNumbers(coverage) || !areNumbers(line) || line.length !== 2) return null
  const [ascender = 0, descender = 0] = line
  const common = { key, file, primary, coverage: rangesFromSteps(coverage), line: [ascender, descender] } as const
  if (weights === null) return { ...common, weights }
  if (!areNumbers(weights) || weights.length !== 2) return null
  const [least = 0, most = 0] = weights
  return { ...common, weights: [least, most] }
}

/** A list of fonts as it was read from its file; anything else throws. */
export function parseFonts(value: unknown): PainterFont[] {
  return listOf(value, fontFrom)
}

function listOf<Font>(value: unknown, parse: (font: unknown) => Font | null): Font[] {
  const fonts = Array.isArray(value) ? value.map(parse) : []
  if (fonts.length === 0 || fonts.includes(null)) throw new Error('This is no list of fonts')
  return fonts.filter((font) => font !== null)
}

function faceFontFrom(value: unknown): FaceFont | null {
  const font = fontFrom(value)
  if (!font?.weights || !isObject(value)) return null
  const { face, italic } = value
  return typeof face === 'string' && typeof italic === 'boolean' ? { ...font, weights: font.weights, face, italic } : null
}

/** The fonts of the typefaces as they were read from their file; anything else throws. */
export function parseFaces(value: unknown): FaceFont[] {
  return listOf(value, faceFontFrom)
}

function areTables(value: unknown): value is Record<TableKey, string> {
  return isObject(value) && TABLES.every((key) => typeof value[key] === 'string')
}

/**
 * A manifest as it was read from its file; anything else throws. Checked by hand, as the files of emoji are: these two are
 * all that has to be parsed before the first slide is drawn, and the page then draws it without having loaded zod.
 */
export function parseManifest(value: unknown): PainterManifest {
  if (isObject(value)) {
    const { version, fonts, emoji, tables } = value
    if (typeof version === 'string' && /^[0-9a-f]{12}$/.test(version) && typeof emoji === 'string' && areTables(tables)) {
      return { version, fonts: parseFonts(fonts), emoji, tables }
    }
  }
  throw new Error('This is no manifest of the painter')
}

/** The standards of Chinese characters as they were read from their file; anything else throws. */
export function parseStandards(value: unknown): HanStandards {
  if (isObject(value)) {
    const { traditional, simplified, japanese } = value
    if (areNumbers(traditional) && areNumbers(simplified) && areNumbers(japanese)) {
      return { traditional: rangesFromSteps(traditional), simplified: rangesFromSteps(simplified), japanese: rangesFromSteps(japanese) }
    }
  }
  throw new Error('These are no standards of characters')
}

/** Path of an emoji's layers below the folder of the assets. */
export function emojiFile(key: string): string {
  return `emoji/${key}.json`
}

/** Color, opacity, even-odd (0 or 1), outline in a 36 unit square, and for strokes their width. */
type EmojiLayer = readonly [string, number, number, readonly number[], number?]

/** The file of one emoji: its layers from back to front, at least one. */
export type EmojiLayers = readonly EmojiLayer[]

function isLayer(value: unknown): value is EmojiLayer {
  if (!Array.isArray(value) || value.length < 4 || value.length > 5) return false
  const [color, opacity, evenOdd, outline, width] = value as unknown[]
  return typeof color === 'string' && areNumbers([opacity, evenOdd, width ?? 0]) && areNumbers(outline)
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
  return isWithin(font.coverage, codePoint)
}
