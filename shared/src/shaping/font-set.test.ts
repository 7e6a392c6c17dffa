import { expect, test } from 'vitest'
import { readAsset, readManifest, testHarfBuzz } from '../testing/shaper.ts'
import { createFontSet } from './font-set.ts'
import type { HarfBuzz } from './harfbuzz.ts'

/** HarfBuzz that counts the outlines it draws. */
async function countingHarfBuzz() {
  const real = await testHarfBuzz()
  const drawn = { outlines: 0 }
  const hb: HarfBuzz = {
    face(bytes) {
      const face = real.face(bytes)
      return {
        ...face,
        font(weight) {
          const font = face.font(weight)
          return {
            ...font,
            outline(glyph) {
              drawn.outlines += 1
              return font.outline(glyph)
            },
          }
        },
      }
    },
  }
  return { hb, drawn }
}

test('forgets outlines when users ask for ever other weights', async () => {
  const { hb, drawn } = await countingHarfBuzz()
  const [facts] = (await readManifest()).fonts
  if (!facts) throw new Error('The painter has no font')
  const set = createFontSet(hb, () => facts)
  set.add(facts.key, await readAsset(facts.file))
  const drawnFor = (text: string, weight: number): number => {
    const before = drawn.outlines
    set.shape({ text, font: facts.key, weight, rightToLeft: false, letterSpacing: 0 })
    return drawn.outlines - before
  }
  expect(drawnFor('abc', 300)).toBe(3)
  expect(drawnFor('cab', 300)).toBe(0)
  for (let weight = 301; weight <= 800; weight += 1) expect(drawnFor('abcdefghijklmnopqrst', weight)).toBe(20)
  expect(drawnFor('bca', 300)).toBe(3)
})
