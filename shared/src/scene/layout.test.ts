import { pixelsPerUnit } from '../slide/formats.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { TEXT_STYLES, textBoxSchema } from '../slide/model.ts'
import type { Slide, TextBox, TextStyle } from '../slide/model.ts'
import { layoutSlide } from './layout.ts'
import { textsOf } from './scene.ts'
import { layoutText } from './text-block.ts'

let shaper: Shaper

beforeAll(async () => {
  shaper = await testShaper()
  await loadFor(shaper, [slideOf(['🔥'])])
})

function set(style: TextStyle) {
  return { style, setting: null, unit: pixelsPerUnit('9:16') }
}

function boxOf(text: string, rest: Partial<TextBox> = {}): TextBox {
  return { ...textBoxSchema.parse({ id: 'box', text }), ...rest }
}

describe('a text in its box', () => {
  test('is centred when it fits', () => {
    const { bounds, overflow } = layoutText(boxOf('hello', { width: 100, height: 60 }), set('white-bg'), shaper)
    expect(overflow).toBe(false)
    expect(Math.abs(bounds.left + bounds.right - Math.round((100 * 1080) / 256))).toBeLessThanOrEqual(2)
    expect(Math.abs(bounds.top + bounds.bottom - Math.round((60 * 1080) / 256))).toBeLessThanOrEqual(2)
  })

  test('starts at the top and says so when there is too much of it', () => {
    const block = layoutText(boxOf('many words '.repeat(30), { height: 30 }), set('outline'), shaper)
    expect(block.overflow).toBe(true)
    expect(block.bounds.top).toBeGreaterThan(-20)
    expect(block.bounds.bottom).toBeGreaterThan((30 * 1080) / 256)
  })

  test('a word longer than the line makes the type smaller, down to three fifths', () => {
    const word = 'donaudampfschifffahrtsgesellschaftskapitän'
    const box = boxOf(`der ${word}`, { width: 180, height: 70, fontSize: 10 })
    const block = layoutText(box, set('outline'), shaper)
    expect(block).toMatchObject({ shrunk: true, overflow: false, lineCount: 2 })
    expect(block.size).toBeGreaterThan(0.6 * 10 * (1080 / 256))
    expect(block.bounds.right).toBeLessThanOrEqual(Math.round((180 * 1080) / 256))
    expect(layoutText({ ...box, width: 120 }, set('outline'), shaper)).toMatchObject({ shrunk: false, overflow: true })
    expect(layoutText(boxOf('kapitän'), set('outline'), shaper).shrunk).toBe(false)
  })

  test('a soft hyphen is taken before the type gets smaller', () => {
    const box = boxOf('donaudampf\u00adschifffahrts\u00adgesellschafts\u00adkapitän', { width: 100, height: 200, fontSize: 10 })
    expect(layoutText(box, set('outline'), shaper)).toMatchObject({ shrunk: false, overflow: false, size: 10 * (1080 / 256) })
  })

  test('a word that had to be cut counts as too much', () => {
    expect(layoutText(boxOf('abcdefghijklmnop', { width: 50, height: 200, fontSize: 20 }), set('outline'), shaper).overflow).toBe(true)
  })

  test('breaks into the same lines in every style', () => {
    const box = boxOf('wake up at 6am and drink water before coffee every single day', { fontSize: 10 })
    const counts = TEXT_STYLES.map((style) => layoutText(box, set(style), shaper).lineCount)
    expect(new Set(counts)).toEqual(new Set([2]))
  })

  test('never leaves its box sideways with its highlight', () => {
    const box = boxOf('wake up at 6am and drink water before coffee every single day', { width: 120, height: 200, fontSize: 12 })
    const { bounds } = layoutText(box, set('black-bg'), shaper)
    expect(bounds.left).toBeGreaterThanOrEqual(-2)
    expect(bounds.right).toBeLessThanOrEqual(Math.round((120 * 1080) / 256) + 2)
  })
})

describe('the order of drawing', () => {
  test('all outlines come before any letter, emoji last', () => {
    const { ops } = layoutText(boxOf('one two three four 🔥 five six', { width: 60 }), set('outline'), shaper)
    const kinds = ops.map((op) => op.kind)
    const firstFill = kinds.indexOf('fill')
    expect(firstFill).toBeGreaterThan(1)
    expect(kinds.lastIndexOf('stroke')).toBe(firstFill - 1)
    expect(ops.filter((op) => op.kind === 'stroke').every((op) => op.color === '#000000')).toBe(true)
    expect(ops.at(-1)?.color).not.toBe('#ffffff')
  })

  test('one shape lies behind neighbouring lines, an empty line parts it', () => {
    const shapes = (text: string) => layoutText(boxOf(text), set('white-bg'), shaper).ops.filter((op) => op.color === '#ffffff').length
    expect(shapes('one\ntwo\nthree')).toBe(1)
    expect(shapes('one\n\nthree')).toBe(2)
    expect(shapes('')).toBe(0)
  })
})

describe('a slide', () => {
  test('keeps the layout of a box that only moved', () => {
    const slide = slideOf(['stay', 'move'])
    const moved = { ...slide, textBoxes: slide.textBoxes.map((box, index) => (index === 1 ? { ...box, x: box.x + 64 } : box)) }
    const [before, after] = [slide, moved].map((one) => textsOf(layoutSlide(one, shaper))[1])
    expect(after?.ops).toBe(before?.ops)
    expect(after?.x).toBe((before?.x ?? 0) + 270)
  })

  test('is laid out again when a missing emoji arrives', async () => {
    const slide = slideOf(['waiting for 🦊'])
    expect(layoutSlide(slide, shaper).complete).toBe(false)
    await loadFor(shaper, [slide])
    expect(layoutSlide(slide, shaper).complete).toBe(true)
  })

  test('puts image boxes before the logo, and the logo at its default place', () => {
    const image = { id: 'i', imageUrl: 'user/image.png', x: 0, y: 0, width: 64, height: 32, opacity: 0.5 }
    const { layers } = layoutSlide(slideOf([], { logoImage: 'user/logo.png', imageBoxes: [image] }), shaper)
    expect(layers).toEqual([
      { kind: 'image', path: 'user/image.png', x: 0, y: 0, width: 270, height: 135, opacity: 0.5, look: null },
      { kind: 'image', path: 'user/logo.png', x: 118, y: 1223, width: 844, height: 211, opacity: 1, look: null },
    ])
  })
})

describe('the look of a box', () => {
  const width = Math.round((180 * 1080) / 256)
  const layoutOf = (rest: Partial<TextBox>, style: TextStyle = 'white-bg') => layoutText(boxOf('one line', rest), set(style), shaper)

  test('aligns lines and highlights at the edges of the box', () => {
    const [left, centre, right] = (['left', 'center', 'right'] as const).map((align) => layoutOf({ align }).bounds)
    expect(Math.abs(left?.left ?? -9)).toBeLessThanOrEqual(1)
    expect(Math.abs((right?.right ?? 0) - width)).toBeLessThanOrEqual(1)
    expect(Math.abs((centre?.left ?? 0) + (centre?.right ?? 0) - width)).toBeLessThanOrEqual(2)
    expect(layoutOf({ align: 'center' }).ops).toEqual(layoutOf({}).ops)
  })

  test('sets lines further apart and letters wider', () => {
    const two = { text: 'first line\nsecond line' }
    const [close, wide] = [layoutOf({ ...two, lineHeight: 1 }), layoutOf({ ...two, lineHeight: 2 })]
    expect(wide.height - close.height).toBe(2 * Math.round(8 * (1080 / 256)))
    const spread = layoutOf({ letterSpacing: 0.25 }).bounds
    const usual = layoutOf({}).bounds
    expect(spread.right - spread.left).toBeGreaterThan(usual.right - usual.left + 50)
  })

  test('adds an outline or a highlight of its own color to every style', () => {
    for (const style of TEXT_STYLES) {
      const { ops } = layoutOf({ textColor: '#112233', outlineColor: '#445566', highlightColor: '#778899' }, style)
      expect(ops.map(({ kind, color }) => [kind, color])).toEqual([
        ['fill', '#778899'],
        ['stroke', '#445566'],
        ['fill', '#112233'],
      ])
    }
  })

  test('capitals leave the text as it is written', () => {
    expect(layoutOf({ uppercase: true }).ops).toEqual(layoutText(boxOf('ONE LINE'), set('white-bg'), shaper).ops)
  })

  test('a turn and a shadow change the part of the slide that a text can touch', () => {
    const boundsOf = (rest: Partial<TextBox>) => {
      const [text] = textsOf(layoutSlide({ ...slideOf(['']), textBoxes: [boxOf('one line', rest)] }, shaper))
      if (!text) throw new Error('There is no text')
      return text.bounds
    }
    const sizeOf = (rest: Partial<TextBox>): number[] => {
      const { left, top, right, bottom } = boundsOf(rest)
      return [right - left, bottom - top]
    }
    const [across = 0, down = 0] = sizeOf({})
    const [turnedAcross = 0, turnedDown = 0] = sizeOf({ rotation: 90 })
    expect(Math.abs(turnedAcross - down) <= 2 && Math.abs(turnedDown - across) <= 2).toBe(true)
    const shadow = { color: '#000000', opacity: 1, x: 8, y: 0, blur: 0 }
    expect(boundsOf({ shadow }).right - boundsOf({}).right).toBe(Math.round(8 * (1080 / 256)))
    expect(boundsOf({ shadow: { ...shadow, blur: 4 } }).top).toBeLessThan(boundsOf({}).top - 10)
  })
})

test('letters that are spaced form no ligatures', async () => {
  const slideWith = (letterSpacing?: number): Slide => ({ ...slideOf(['']), textBoxes: [boxOf('office', { font: 'lora', letterSpacing })] })
  await loadFor(shaper, [slideWith()])
  const lettersOf = (slide: Slide): number =>
    textsOf(layoutSlide(slide, shaper))[0]?.ops.find(({ kind }) => kind === 'fill')?.figures.length ?? 0
  expect(lettersOf(slideWith())).toBeLessThan(6)
  expect(lettersOf(slideWith(0.1))).toBe(6)
})
