import { readFile } from 'node:fs/promises'
import { loadHarfBuzz } from '@ninesixteen/shared/shaping/harfbuzz'
import { instantiateWasm } from '@ninesixteen/shared/shaping/web-assembly'
import { expect, test } from 'vitest'
import { trimmedHarfBuzz } from './harfbuzz.ts'
import { trimWasm } from './trim-wasm.ts'

const whole = await readFile(new URL('../../node_modules/harfbuzzjs/dist/harfbuzz.wasm', import.meta.url))
const trimmed = await trimmedHarfBuzz()

async function shapeWith(module: Uint8Array, font: string, text: string) {
  const hb = await loadHarfBuzz((imports) => instantiateWasm(module, imports))
  const face = hb.face(await readFile(new URL(`../../shared/generated/painter/fonts/${font}.ttf`, import.meta.url)))
  const instance = face.font(font === 'symbols' ? null : 700)
  const glyphs = instance.shape(text, font === 'hebrew' || font === 'arabic')
  return { extents: instance.extents(), glyphs, outlines: glyphs.map(({ glyph }) => instance.outline(glyph)) }
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
])('the trimmed file sets %s as the whole one does', async (font, text) => {
  const set = await shapeWith(trimmed, font, text)
  expect(set).toEqual(await shapeWith(whole, font, text))
  expect(set.outlines.flat().length).toBeGreaterThan(50)
})

test('the trimmed file is smaller, valid and refuses to lose what is asked for', () => {
  expect(trimmed.length).toBeLessThan(0.95 * whole.length)
  expect(() => trimWasm(whole, ['hb_nothing'])).toThrow('no export hb_nothing')
})
