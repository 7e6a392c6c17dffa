import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { LINE } from '../shaping/outline.ts'
import type { Shaper } from '../shaping/shaper.ts'
import { pixelsPerUnit } from '../slide/formats.ts'
import { SHAPES } from '../slide/limits.ts'
import { slideSchema } from '../slide/model.ts'
import type { ShapeBox } from '../slide/model.ts'
import { newShapeBox } from '../slide/new-box.ts'
import { loadFor, testShaper } from '../testing/shaper.ts'
import { layoutSlide } from './layout.ts'
import { overlaps } from './region.ts'
import { layoutShape } from './shape-block.ts'

let shaper: Shaper
beforeAll(async () => {
  shaper = await testShaper()
})

const glyphs: Partial<Record<string, string>> = { emoji: '1f98a', icon: 'heart' }
const shapeOf = (shape: ShapeBox['shape'], rest: Partial<ShapeBox> = {}): ShapeBox => {
  const glyph = glyphs[shape]
  return newShapeBox(shape, shape, { ...(glyph !== undefined && { glyph }), ...rest })
}
const slideWith = (...shapeBoxes: ShapeBox[]) => slideSchema.parse({ id: 's', shapeBoxes })

const UNIT = pixelsPerUnit('9:16')

describe('a shape', () => {
  test.each(SHAPES)('%s stays in its box, with its line', async (shape) => {
    const box = shapeOf(shape, shape === 'rectangle' ? { stroke: { color: '#ff0000', width: 4 } } : {})
    await loadFor(shaper, [slideWith(box)])
    const { ops, bounds, complete } = layoutShape(box, shaper, UNIT)
    expect(complete).toBe(true)
    expect(ops.length).toBeGreaterThan(0)
    // Emoji have points that steer curves outside of their square.
    const slack = shape === 'emoji' ? 20 : 2
    expect(bounds.left).toBeGreaterThanOrEqual(-slack)
    expect(bounds.top).toBeGreaterThanOrEqual(-slack)
    expect(bounds.right).toBeLessThanOrEqual(Math.round((box.width * 1080) / 256) + slack)
    expect(bounds.bottom).toBeLessThanOrEqual(Math.round((box.height * 1080) / 256) + slack)
  })

  test('waits for its emoji or icon, and one that does not exist draws nothing', async () => {
    const fresh = await testShaper()
    const slide = slideWith(shapeOf('emoji'), shapeOf('icon'))
    expect(fresh.neededAssets([slide]).emoji).toEqual(['1f98a', 'icon-heart'])
    expect(layoutSlide(slide, fresh).complete).toBe(false)
    const unknown = shapeOf('emoji', { glyph: 'no-such-emoji' })
    expect(fresh.neededAssets([slideWith(unknown)]).emoji).toEqual([])
    expect(layoutShape(unknown, fresh, UNIT)).toMatchObject({ ops: [], complete: true })
  })

  test('an icon without a line is drawn in that of its drawing, never in a width that a canvas ignores', async () => {
    const { stroke: _, ...box } = shapeOf('icon')
    await loadFor(shaper, [slideWith(box)])
    const { ops } = layoutShape(box, shaper, UNIT)
    expect(ops.map((op) => op.kind === 'stroke' && op.width > 0)).toEqual(ops.map(() => true))
  })

  test('progress has a dot for each slide, the ones to come paler', () => {
    const { ops } = layoutShape(shapeOf('progress', { step: 2, steps: 5 }), shaper, UNIT)
    expect(ops.map(({ opacity }) => opacity)).toEqual([1, 1, 0.35, 0.35, 0.35])
  })

  const strokes: fc.Arbitrary<Partial<ShapeBox>> = fc.record({
    width: fc.double({ min: 1, max: 300, noNaN: true }),
    height: fc.double({ min: 1, max: 300, noNaN: true }),
    stroke: fc.record({ color: fc.constant('#ff0000'), width: fc.double({ min: 0.5, max: 20, noNaN: true }) }),
  })

  test('of lines has no line without a length, however thick it is in its box: engines do not agree on its ends', () => {
    fc.assert(
      fc.property(strokes, fc.constantFrom('line', 'arrow'), (fields, shape) => {
        for (const { figures } of layoutShape(shapeOf(shape, fields), shaper, UNIT).ops) {
          const points = figures.flatMap(({ outline }) => outline)
          let from: (number | undefined)[] = []
          for (let i = 0; i < points.length; i += 3) {
            const to = points.slice(i + 1, i + 3)
            if (points[i] === LINE) expect(Math.hypot((to[0] ?? 0) - (from[0] ?? 0), (to[1] ?? 0) - (from[1] ?? 0))).toBeGreaterThan(0.5)
            from = to
          }
        }
      }),
    )
  })

  test('a flipped bubble has its tail on the other side', () => {
    const middleOf = (flip: boolean): number => {
      const [op] = layoutShape(shapeOf('bubble', { flip }), shaper, UNIT).ops
      const outline = op?.figures[0]?.outline ?? []
      const lowest = Math.max(...outline)
      expect(lowest).toBeGreaterThan(0)
      // The tip is the lowest point.
      const height = Math.round((90 * 1080) / 256)
      return outline[outline.indexOf(height) - 1] ?? 0
    }
    const width = Math.round((150 * 1080) / 256)
    expect(middleOf(true)).toBeCloseTo(width - middleOf(false))
  })

  test('that is hidden is not drawn, and a rotated one touches more of the slide', () => {
    const box = shapeOf('rectangle')
    expect(layoutSlide(slideWith({ ...box, hidden: true }), shaper).layers).toEqual([])
    const [upright, turned] = [box, { ...box, rotation: 45 }].map((one) => layoutSlide(slideWith(one), shaper).layers[0])
    if (upright?.kind !== 'shape' || turned?.kind !== 'shape') throw new Error('There is no shape')
    expect(turned.bounds.top).toBeLessThan(upright.bounds.top)
    expect(overlaps(turned.bounds, upright.bounds)).toBe(true)
  })
})
