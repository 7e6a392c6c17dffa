import { describe, expect, it } from 'vitest'
import { columnsOf, gapAt, placeOfGap, selectIn, stepOfKey, type CellRect } from './grid-model.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const NONE = { selected: [], anchor: null }

describe('selecting', () => {
  it('one slide replaces the others', () => {
    expect(selectIn(order, { selected: ['a', 'b'], anchor: 'a' }, { id: 'd', how: 'only' })).toEqual({ selected: ['d'], anchor: 'd' })
  })

  it('with Ctrl or the checkbox adds and removes, in the order of the slides', () => {
    const two = selectIn(order, selectIn(order, NONE, { id: 'd', how: 'toggle' }), { id: 'b', how: 'toggle' })
    expect(two).toEqual({ selected: ['b', 'd'], anchor: 'b' })
    expect(selectIn(order, two, { id: 'd', how: 'toggle' }).selected).toEqual(['b'])
  })

  it('with Shift goes from the first to the last, and back, from where it began', () => {
    const forth = selectIn(order, { selected: ['b'], anchor: 'b' }, { id: 'd', how: 'range' })
    expect(forth).toEqual({ selected: ['b', 'c', 'd'], anchor: 'b' })
    expect(selectIn(order, forth, { id: 'a', how: 'range' })).toEqual({ selected: ['a', 'b'], anchor: 'b' })
    expect(selectIn(order, { selected: ['gone'], anchor: 'gone' }, { id: 'c', how: 'range' })).toEqual({ selected: ['c'], anchor: 'c' })
    expect(selectIn(order, NONE, { id: 'c', how: 'range' }).selected).toEqual(['c'])
  })
})

/** Five cells of 100 x 180 in rows of three, with gaps of 10. */
const cells: CellRect[] = order.map((_, index) => {
  const [left, top] = [(index % 3) * 110, Math.floor(index / 3) * 190]
  return { left, top, right: left + 100, bottom: top + 180 }
})

describe('dragging', () => {
  it.each([
    [{ x: 10, y: 50 }, 0],
    [{ x: 60, y: 50 }, 1],
    [{ x: 400, y: 50 }, 3],
    [{ x: 10, y: 185 }, 3],
    [{ x: 105, y: 250 }, 4],
    [{ x: 300, y: 250 }, 5],
    [{ x: 10, y: 900 }, 3],
    [{ x: 300, y: -50 }, 3],
  ])('to %o means gap %i', (point, gap) => {
    expect(gapAt(cells, point)).toBe(gap)
  })

  it('of several slides counts places without them', () => {
    expect(placeOfGap(order, ['a', 'c'], 3)).toBe(1)
    expect(placeOfGap(order, ['d'], 0)).toBe(0)
    expect(placeOfGap(order, ['a'], 5)).toBe(4)
  })

  it('in an empty grid has one gap', () => {
    expect(gapAt([], { x: 0, y: 0 })).toBe(0)
  })
})

it('arrow keys go along rows and columns, Home and End to the ends', () => {
  const at = { columns: columnsOf(cells), index: 1, count: 5 }
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => stepOfKey(key, at))).toEqual([
    -1,
    1,
    -3,
    3,
    -1,
    3,
    null,
  ])
})
