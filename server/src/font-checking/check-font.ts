import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as harfbuzz from 'harfbuzzjs'
import wawoff2 from 'wawoff2'
import { FONT_STORED_MAX_BYTES, FONT_UNPACKED_MAX_BYTES, FONT_UPLOAD_MAX_BYTES } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { loadHarfBuzz, type HarfBuzzFace, type HarfBuzzFont } from '@ninesixteen/shared/shaping/harfbuzz'
import { lineReach, type LetterExtents } from '@ninesixteen/shared/shaping/line-reach'
import { COORDINATES, type Outline } from '@ninesixteen/shared/shaping/outline'
import { instantiateWasm } from '@ninesixteen/shared/shaping/web-assembly'
import type { CheckedFont } from './check-job.ts'
import { familyName } from './family-name.ts'
import { declaredSize, formatOf, readSfnt } from './read-sfnt.ts'
import { subsetFont } from './subset-font.ts'

/** Numbers of an outline: a detailed ornament has some thousands, a whole font some hundred thousands. */
const OUTLINE_MAX = 50_000
const OUTLINES_MAX = 6_000_000
/** No letter reaches further from its origin, in em: larger ones would cover a slide. */
const REACH_MAX = 16
const [LIGHTEST, BOLDEST] = [300, 900]
const BASIC_LATIN = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
/** Texts on which features act: kerning, ligatures, fractions, accents and joined letters. */
const SAMPLES = ['AVATAR To Ty. “quoted” fi ffl ½ 1/2 → ', 'e\u0301 A\u030a Nguyễn', 'مرحبا بالعالم', 'नमस्ते क्षत्रिय', ' '.repeat(60)]
/** Glyphs of a sample, for each of its letters: substitutions may multiply letters without end. */
const GROWTH_MAX = 40

const require = createRequire(import.meta.url)

function tooComplex(reason: string): AppError {
  return new AppError('FONT_TOO_COMPLEX', {}, { cause: new Error(reason) })
}

async function unpacked(file: string): Promise<Uint8Array> {
  if ((await stat(file)).size > FONT_UPLOAD_MAX_BYTES) throw tooComplex('Upload size')
  const bytes = await readFile(file)
  if (formatOf(bytes) === 'sfnt') return bytes
  if (declaredSize(bytes) > FONT_UNPACKED_MAX_BYTES) throw tooComplex('Declared size')
  const font = Uint8Array.from(await wawoff2.decompress(bytes))
  if (font.byteLength > FONT_UNPACKED_MAX_BYTES) throw tooComplex('Unpacked size')
  return font
}

/** The box of an outline's points, controls included; null for a blank glyph. */
function outlineBounds(outline: Outline): { left: number; top: number; right: number; bottom: number } | null {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let at = 0; at < outline.length;) {
    const end = at + (COORDINATES[outline[at] ?? 0] ?? 0)
    for (at += 1; at < end; at += 2) {
      const [x = NaN, y = NaN] = [outline[at], outline[at + 1]]
      bounds.left = Math.min(bounds.left, x)
      bounds.right = Math.max(bounds.right, x)
      bounds.top = Math.min(bounds.top, y)
      bounds.bottom = Math.max(bounds.bottom, y)
    }
    at = end + 1
  }
  return outline.length > 0 ? bounds : null
}

/** Draws every glyph at a weight as slides do. */
function requireOutlines(font: HarfBuzzFont, { glyphs, unitsPerEm }: { glyphs: number; unitsPerEm: number }): void {
  let sum = 0
  for (let glyph = 0; glyph < glyphs; glyph++) {
    const outline = font.outline(glyph) ?? []
    sum += outline.length
    if (outline.length > OUTLINE_MAX || sum > OUTLINES_MAX) throw tooComplex(`Outline of glyph ${glyph}`)
    const bounds = outlineBounds(outline)
    const reach = bounds ? Math.max(-bounds.left, -bounds.top, bounds.right, bounds.bottom) : 0
    if (!(reach <= REACH_MAX * unitsPerEm)) throw tooComplex(`Extents of glyph ${glyph}`)
  }
}

/** Sets texts as slides do, with and without ligatures, in both directions. */
function requireShaping(font: HarfBuzzFont, characters: readonly number[]): void {
  const all = String.fromCodePoint(...characters.slice(0, 2000))
  for (const text of [...SAMPLES, all]) {
    for (const rightToLeft of [false, true]) {
      const glyphs = font.shape(text, rightToLeft, !rightToLeft) ?? []
      if (glyphs.length > GROWTH_MAX * text.length) throw tooComplex('Substitutions')
    }
  }
}

function letterExtents(font: HarfBuzzFont): (codePoint: number) => LetterExtents | null {
  return (codePoint) => {
    const [letter] = font.shape(String.fromCodePoint(codePoint), false) ?? []
    const bounds = letter && letter.glyph !== 0 ? outlineBounds(font.outline(letter.glyph) ?? []) : null
    return bounds && { top: -bounds.top, bottom: bounds.bottom }
  }
}

/** Steps between the ends of the ranges of sorted code points, as in the table of typefaces. */
function stepsOf(codePoints: readonly number[]): number[] {
  const ends: number[] = []
  for (const code of codePoints) {
    if (ends.length > 0 && ends[ends.length - 1] === code - 1) ends[ends.length - 1] = code
    else ends.push(code, code)
  }
  return ends.map((end, index) => end - (ends[index - 1] ?? 0))
}

async function faceOf(bytes: Uint8Array): Promise<HarfBuzzFace> {
  const wasm = await readFile(require.resolve('harfbuzzjs/dist/harfbuzz.wasm'))
  return (await loadHarfBuzz((imports) => instantiateWasm(wasm, imports))).face(bytes)
}

/**
 * Reads an uploaded font, rebuilds it, and tries everything that slides do with the result. Throws the FONT_ errors of the table; whatever else it
 * throws is the font's fault as well.
 */
export async function checkFont(file: string): Promise<CheckedFont> {
  const font = await unpacked(file)
  const header = readSfnt(font)
  const original = new harfbuzz.Face(new harfbuzz.Blob(font))
  const axes = original.getAxisInfos()
  const bytes = await subsetFont(font, { tags: header.tables.keys(), axes: Object.keys(axes) })
  if (bytes.byteLength > FONT_STORED_MAX_BYTES) throw tooComplex('Stored size')
  const rebuilt = readSfnt(bytes)
  const characters = [...new harfbuzz.Face(new harfbuzz.Blob(bytes)).collectUnicodes()].toSorted((a, b) => a - b)
  const known = new Set(characters)
  if (!BASIC_LATIN.every((letter) => known.has(letter.charCodeAt(0)))) throw new AppError('FONT_NO_LATIN')
  const axis = axes['wght']
  const weights = axis ? ([axis.min, axis.max] as const) : ([header.weight, header.weight] as const)
  const face = await faceOf(bytes)
  const { unitsPerEm } = face
  const fonts = [...new Set(weights)].map((weight) => face.font(axis ? Math.min(BOLDEST, Math.max(LIGHTEST, weight)) : null))
  for (const each of fonts) {
    requireOutlines(each, { glyphs: rebuilt.glyphs, unitsPerEm })
    requireShaping(each, characters)
    const extentsOf = letterExtents(each)
    if (BASIC_LATIN.some((letter) => extentsOf(letter.charCodeAt(0)) === null)) throw new AppError('FONT_NO_LATIN')
  }
  const line = lineReach(unitsPerEm, fonts.map(letterExtents))
  const cut = { italic: header.italic, weights, coverage: stepsOf(characters), line }
  return { cut, bytes, name: familyName(header.tables.get('name')) }
}
