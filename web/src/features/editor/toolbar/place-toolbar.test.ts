import { boundsOf } from '@ninesixteen/shared/slide/geometry'
import { SLIDE_HEIGHT, SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { middleOf, placeToolbar, type Rect, type ToolbarPlace } from './place-toolbar.ts'

const slide = { width: SLIDE_WIDTH, height: SLIDE_HEIGHT }
const size = { width: 196, height: 36 }
/** The stage on a desk: 56 px at the sides, 40 above, 32 below. */
const stage = { x: -56, y: -40, width: 368, height: 455 + 72 }
const title = { x: 38, y: 120, width: 180, height: 70 }
const description = { x: 38, y: 210, width: 180, height: 80 }

const taken = ({ x, y, column, length }: ToolbarPlace): Rect =>
  column ? { x, y, width: size.height, height: length } : { x, y, width: length, height: size.height }
const meets = (a: Rect, b: Rect): boolean => {
  const both = boundsOf([a, b])
  return both.width < a.width + b.width && both.height < a.height + b.height
}

describe('the toolbar of a box', () => {
  it('is above it, centred', () => {
    expect(placeToolbar({ size, selected: title, others: [description], slide, stage })).toEqual({
      x: 30,
      y: 68,
      column: false,
      length: 196,
    })
  })

  it('is below it when another box is above', () => {
    const added = { x: 38, y: 200, width: 180, height: 70 }
    expect(placeToolbar({ size, selected: added, others: [title], slide, stage })).toEqual({ x: 30, y: 286, column: false, length: 196 })
  })

  it('is next to the slide when boxes are above and below', () => {
    const others = [title, { x: 38, y: 300, width: 180, height: 80 }]
    expect(placeToolbar({ size, selected: description, others, slide, stage })).toEqual({ x: 259, y: 152, column: true, length: 196 })
  })

  it('covers neither the selection nor the middle of another box, for any layout', () => {
    const box = fc.record({
      x: fc.nat(206),
      y: fc.nat(420),
      width: fc.integer({ min: 50, max: 256 }),
      height: fc.integer({ min: 30, max: 455 }),
    })
    const onSlide = box.map(({ x, y, width, height }) => ({ x, y, width: Math.min(width, 256 - x), height: Math.min(height, 455 - y) }))
    fc.assert(
      fc.property(onSlide, fc.array(onSlide, { maxLength: 8 }), (selected, others) => {
        const place = taken(placeToolbar({ size, selected, others, slide, stage }))
        expect(meets(place, selected)).toBe(false)
        for (const other of others) expect(meets(place, middleOf(other))).toBe(false)
        expect(boundsOf([place, stage])).toEqual(stage)
      }),
    )
  })

  it('shrinks to a smaller stage', () => {
    const small = { x: -60, y: -12, width: 288, height: 324 }
    const fingers = { width: 346, height: 50 }
    const of = { width: 168, height: 299 }
    const selected = { x: 20, y: 100, width: 130, height: 56 }
    const place = placeToolbar({ size: fingers, selected, others: [], slide: of, stage: small })
    expect(place).toEqual({ x: -57, y: -9, column: false, length: 282 })
  })

  it('is whole beside a selection that leaves room at an edge, for any low stage', () => {
    const fingers = { width: 346, height: 50 }
    const low = { x: -60, y: -12, width: 366, height: 300 }
    const of = { width: 168, height: 299 }
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 200 }), fc.integer({ min: 0, max: 38 }), (y, x) => {
        const selected = { x, y, width: 130, height: 30 }
        const place = placeToolbar({ size: fingers, selected, others: [selected, { ...selected, y: 0 }], slide: of, stage: low })
        const rect = { x: place.x, y: place.y, width: 346, height: 50 }
        expect(place).toMatchObject({ column: false, length: 346 })
        expect(boundsOf([rect, low])).toEqual(low)
        expect(meets(rect, selected)).toBe(false)
      }),
    )
  })

  it('is at the edge of a stage that is hardly wider than the slide', () => {
    const narrow = { x: -12, y: -12, width: 280, height: 479 }
    const place = placeToolbar({ size, selected: { x: 0, y: 0, ...slide }, others: [], slide, stage: narrow })
    expect(place).toMatchObject({ x: 229, column: true })
    expect(boundsOf([taken(place), narrow])).toEqual(narrow)
  })
})
