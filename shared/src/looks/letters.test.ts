import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Shaper } from '../shaping/shaper.ts'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import type { TypeFace } from './brand-faces.ts'
import { ADVANCES_FROM, ADVANCES_TO, breakLines, evenLines, faceName, lineWidth, LOOK_FACES, measureText, waysToBreak } from './letters.ts'

let shaper: Shaper

beforeAll(async () => {
  shaper = await testShaper()
  for (const face of LOOK_FACES) {
    const slide = slideOf(['abc'])
    await loadFor(shaper, [{ textBoxes: slide.textBoxes.map((box) => ({ ...box, ...face })) }])
  }
})

function shapedLine(text: string, { font, fontWeight }: TypeFace) {
  const [paragraph] = shaper.paragraphs(text, shaper.settingOf({ textBoxes: [] }), font === undefined ? undefined : { font, fontWeight })
  if (!paragraph) throw new Error('No paragraph')
  return shaper.shapeLine(paragraph, { start: 0, end: paragraph.graphemes.length }, { weight: fontWeight, letterSpacing: 0 })
}

const shapedWidth = (text: string, face: TypeFace): number => shapedLine(text, face).width

const characters = Array.from({ length: ADVANCES_TO - ADVANCES_FROM + 1 }, (_, at) => String.fromCharCode(ADVANCES_FROM + at))

/** A space alone has no width. */
const advance = (one: string, face: TypeFace): number =>
  one === ' ' ? shapedWidth('x x', face) - shapedWidth('xx', face) : shapedWidth(one, face)

test('the table has the widths of the fonts', async () => {
  const rows = LOOK_FACES.map((face) => {
    const { ascender, descender } = 'font' in face ? shapedLine('x', face).reach : shaper.reach()
    const numbers = [ascender, descender, ...characters.map((one) => advance(one, face))].map((em) => Math.round(em * 1000))
    return [faceName(face), numbers.join(' ')]
  })
  await expect(`${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`).toMatchFileSnapshot(
    fileURLToPath(new URL('advances.json', import.meta.url)),
  )
})

describe('the width of a line', () => {
  const text = 'the quick brown fox jumps over the lazy dog, and then it rests'

  test.each(LOOK_FACES.map((face) => [faceName(face), face] as const))('is that of the shaped one within 3 %%: %s', (_, face) => {
    const shaped = shapedWidth(text, face)
    expect(Math.abs(lineWidth(text, face) - shaped) / shaped).toBeLessThan(0.03)
  })

  test('knows letters with accents, wide and joined scripts, and emoji', () => {
    const face = { fontWeight: 800 }
    expect(lineWidth('é', face)).toBe(lineWidth('e', face))
    expect(lineWidth('日本', face)).toBe(2)
    expect(lineWidth('مرحبا', face)).toBeCloseTo(3.2)
    expect(lineWidth('🌱', face)).toBe(1.25)
  })
})

describe('lines', () => {
  const letters = { fontWeight: 800, lineHeight: 1.2 }

  const countAt = (text: string, width: number): number => breakLines(measureText(text, letters), width).widths.length

  test('are as few as the width allows', () => {
    const text = 'one two three four'
    const total = lineWidth(text, letters)
    expect(countAt(text, 100)).toBe(1)
    expect(countAt(text, total / 2 + 1)).toBe(2)
    expect(countAt(text, 0.1)).toBe(4)
    expect(countAt('one\ntwo', 100)).toBe(2)
  })

  test('break between the letters of scripts without spaces', () => {
    const measured = measureText('日本語の長い文章です', letters)
    expect(measured.longest).toBe(1)
    expect(breakLines(measured, 5).widths).toEqual([5, 5])
  })

  test('are made even', () => {
    const { widths, words } = evenLines(measureText('the quiet work counts, even when nobody claps', letters), 3) ?? {
      widths: [],
      words: [],
    }
    expect(widths).toHaveLength(3)
    expect(Math.min(...widths) / Math.max(...widths)).toBeGreaterThan(0.7)
    expect(words).toEqual([3, 3, 2])
    expect(evenLines(measureText('one\ntwo', letters), 1)).toBeNull()
  })

  test('have further ways to break, none of which leaves a short last line', () => {
    const measured = measureText('the quiet work counts, even when we sleep in', letters)
    const [even, ...others] = waysToBreak(measured, 3)
    expect(even).toEqual(evenLines(measured, 3))
    expect(others.length).toBeGreaterThan(0)
    for (const { widths } of others) {
      expect(widths).toHaveLength(3)
      expect(widths.at(-1)).toBeGreaterThan(0.4 * Math.max(...widths))
    }
    expect(waysToBreak(measureText('one\ntwo', letters), 1)).toEqual([])
  })
})
