import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { loadHarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import type { HarfBuzzFont } from '@ninesixteen/shared/shaping/harfbuzz'
import { parseManifest } from '@ninesixteen/shared/shaping/manifest'
import { instantiateWasm } from '@ninesixteen/shared/shaping/web-assembly'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leanHarfBuzz, trimmedHarfBuzz } from './harfbuzz.ts'
import { leanWasm } from './lean-wasm.ts'
import { charactersOf, typefaceFonts } from './set-typeface.ts'
import { trimWasm } from './trim-wasm.ts'

const whole = await readFile(new URL('../../node_modules/harfbuzzjs/dist/harfbuzz.wasm', import.meta.url))
const trimmed = await trimmedHarfBuzz()
const lean = await leanHarfBuzz()
const typeface = await typefaceFonts()

const load = (module: Uint8Array) => loadHarfBuzz((imports) => instantiateWasm(module, imports))

function setBy(font: HarfBuzzFont, text: string, rightToLeft: boolean) {
  const glyphs = font.shape(text, rightToLeft) ?? []
  return { glyphs, outlines: glyphs.map(({ glyph }) => font.outline(glyph) ?? []) }
}

const ASSETS = new URL('../../shared/generated/painter/', import.meta.url)
const { fonts } = parseManifest(JSON.parse(await readFile(new URL('manifest.json', ASSETS), 'utf8')))

async function shapeWith(module: Uint8Array, font: string, text: string) {
  const { file = '' } = fonts.find(({ key }) => key === font) ?? {}
  const face = (await load(module)).face(await readFile(new URL(file, ASSETS)))
  return setBy(face.font(font === 'symbols' ? null : 700), text, font === 'hebrew' || font === 'arabic')
}

test.each([
  ['latin', 'AVATAR Wäffle, ffi “To”'],
  ['greek', 'Ελλάδα'],
  ['cyrillic', 'Жизнь'],
  ['hebrew', 'שָׁלוֹם עולם'],
  ['arabic', 'السَّلامُ عَلَيْكُم'],
  ['devanagari', 'क्षत्रिय हिन्दी'],
  ['thai', 'น้ำเที่ยง'],
  ['symbols', '✓ ★'],
])('the trimmed file shapes %s like the whole one', async (font, text) => {
  const set = await shapeWith(trimmed, font, text)
  expect(set).toEqual(await shapeWith(whole, font, text))
  expect(set.outlines.flat().length).toBeGreaterThan(50)
})

test('the trimmed file is smaller and valid, and a wanted export that is missing fails', () => {
  expect(trimmed.length).toBeLessThan(0.95 * whole.length)
  expect(() => trimWasm(whole, ['hb_nothing'])).toThrow('no export hb_nothing')
})

test('the lean file shapes any text of the product’s typeface like the whole one, at any weight', async () => {
  const [small, large] = [await load(lean), await load(whole)]
  for (const { font, bytes } of typeface) {
    const [by, from] = [small.face(bytes), large.face(bytes)]
    const [lightest, boldest] = font.weights ?? [400, 400]
    const character = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...charactersOf(font)) },
      { weight: 1, arbitrary: fc.constantFrom('\u0301', '\u200d', '\u{1f1e6}', '\ufe0f') },
    )
    const text = fc.array(character, { maxLength: 80 }).map((characters) => characters.join(''))
    const weight = fc.integer({ min: lightest, max: boldest })
    fc.assert(
      fc.property(text, weight, fc.boolean(), (written, heavy, rightToLeft) => {
        expect(setBy(by.font(heavy), written, rightToLeft)).toEqual(setBy(from.font(heavy), written, rightToLeft))
      }),
      { numRuns: 60 },
    )
  }
})

test('the lean file is at most two thirds of the trimmed one, and fails on another script', async () => {
  const gzipped = (file: Uint8Array): number => gzipSync(file, { level: 9 }).length
  expect(gzipped(lean)).toBeLessThan((2 / 3) * gzipped(trimmed))
  await expect(shapeWith(lean, 'devanagari', 'क्षत्रिय')).rejects.toThrow('unreachable')
  expect(() => leanWasm(trimmed, {})).toThrow('not traced')
})
