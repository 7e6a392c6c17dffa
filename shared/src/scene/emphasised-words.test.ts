import { beforeAll, describe, expect, test } from 'vitest'
import { pixelsPerUnit } from '../slide/formats.ts'
import { textBoxSchema } from '../slide/model.ts'
import type { TextBox, TextStyle } from '../slide/model.ts'
import { loadFor, slideOf, testShaper } from '../testing/shaper.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { touchedBy } from './region.ts'
import type { DrawOp } from './scene.ts'
import { layoutText } from './text-block.ts'

let shaper: Shaper
beforeAll(async () => {
  shaper = await testShaper()
  await loadFor(shaper, [slideOf(['خبزك كثيف جدا'])])
})

const layout = (box: Partial<TextBox>, style: TextStyle = 'outline') =>
  layoutText(
    textBoxSchema.parse({ id: 'box', width: 200, height: 120, ...box }),
    { style, setting: null, unit: pixelsPerUnit('9:16') },
    shaper,
  )

const fills = (ops: readonly DrawOp[], color: string) => ops.filter((op) => op.kind === 'fill' && op.color === color)
const left = (op: DrawOp | undefined) => (op ? touchedBy(op.figures, 0).left : NaN)
const right = (op: DrawOp | undefined) => (op ? touchedBy(op.figures, 0).right : NaN)

const TEXT = 'dense bread'
const bread = (look: object, text = TEXT) => [{ start: text.indexOf('bread'), end: text.length, ...look }]

describe('emphasised words', () => {
  test('have their own color, and the others keep theirs', () => {
    const { ops } = layout({ text: TEXT, emphasis: bread({ color: '#ffdd00' }) })
    const [own] = fills(ops, '#ffdd00')
    const [rest] = fills(ops, '#ffffff')
    expect(own?.figures).toHaveLength(5)
    expect(rest?.figures).toHaveLength(5)
    expect(left(own)).toBeGreaterThanOrEqual(right(rest))
  })

  test('of a dark color have a light line round their letters', () => {
    const { ops } = layout({ text: TEXT, emphasis: bread({ color: '#1a1a40' }) })
    expect(ops.flatMap((op) => (op.kind === 'stroke' ? [op.color] : []))).toEqual(['#000000', '#ffffff'])
  })

  test('on a plate have letters in its opposite, without a line round them', () => {
    const { ops } = layout({ text: TEXT, emphasis: bread({ highlight: '#ffdd00' }) })
    const [plate] = fills(ops, '#ffdd00')
    const [letters] = fills(ops, '#000000')
    expect(left(plate)).toBeLessThan(left(letters))
    expect(right(plate)).toBeGreaterThan(right(letters))
    expect(ops.filter((op) => op.kind === 'stroke')).toHaveLength(1)
    const places = [plate, letters].map((op) => (op ? ops.indexOf(op) : -1))
    expect(places).toEqual([...places].toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test('can be heavier, and take the room for it', () => {
    const { ops } = layout({ text: TEXT, emphasis: bread({ color: '#ffdd00', fontWeight: 900 }) })
    const { ops: light } = layout({ text: TEXT, emphasis: bread({ color: '#ffdd00' }) })
    const width = (op: DrawOp | undefined) => right(op) - left(op)
    expect(width(fills(ops, '#ffdd00')[0])).toBeGreaterThan(width(fills(light, '#ffdd00')[0]))
  })

  test('that break have a plate on each line', () => {
    const text = 'one\ntwo three'
    const { ops } = layout({ text, emphasis: [{ start: 0, end: 7, highlight: '#ffdd00' }] })
    expect(fills(ops, '#ffdd00')).toHaveLength(2)
  })

  test('are found in capitals that are longer, after accents that are composed, and after a line break', () => {
    const cases = [{ text: 'Straße bread', uppercase: true }, { text: 'cafe\u0301 bread' }, { text: 'dense\r\nbread' }]
    for (const box of cases) {
      const { ops } = layout({ ...box, emphasis: bread({ color: '#ffdd00' }, box.text) })
      expect(fills(ops, '#ffdd00').map((op) => op.figures.length)).toEqual([5])
    }
  })

  test('stand at their place in a line from right to left', () => {
    const text = 'خبزك كثيف جدا'
    const { ops } = layout({ text, emphasis: [{ start: 0, end: 4, color: '#ffdd00' }] })
    const [first] = fills(ops, '#ffdd00')
    const [rest] = fills(ops, '#ffffff')
    expect(left(first)).toBeGreaterThan(left(rest))
    expect(right(first)).toBeGreaterThan(right(rest))
  })

  test('of the same look as the others leave every letter where it is', () => {
    const plain = layout({ text: TEXT })
    const same = layout({ text: TEXT, emphasis: bread({}) })
    const xs = (ops: readonly DrawOp[]) => fills(ops, '#ffffff').flatMap((op) => op.figures.map(({ x }) => Math.round(x * 100)))
    expect(xs(same.ops)).toEqual(xs(plain.ops))
  })
})
