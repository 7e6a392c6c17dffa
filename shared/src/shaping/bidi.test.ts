import { expect, test } from 'vitest'
import { bidiLevels } from './bidi-levels.ts'
import { needsBidi, visualOrder } from './bidi.ts'

test('text that runs from left to right needs no levels', () => {
  expect(needsBidi('Ninesixteen 9:16, ürün 🔥')).toBe(false)
})

test.each([
  ['שלום', [1, 1, 1, 1]],
  ['abא', [0, 0, 1]],
  ['אב12', [1, 1, 2, 2]],
  ['א (b)', [1, 1, 1, 2, 1]],
])('%s has the levels %j', (text, levels) => {
  expect(needsBidi(text)).toBe(true)
  expect([...bidiLevels(text)]).toEqual(levels)
})

test.each([
  { levels: [0, 0, 0], order: [0, 1, 2] },
  { levels: [1, 1, 1], order: [2, 1, 0] },
  { levels: [0, 1, 1, 0], order: [0, 2, 1, 3] },
  { levels: [1, 2, 2, 1], order: [3, 1, 2, 0] },
  { levels: [0, 1, 2, 1, 0], order: [0, 3, 2, 1, 4] },
  { levels: [], order: [] },
])('runs with the levels $levels stand in the order $order', ({ levels, order }) => {
  expect(visualOrder(levels.map((level, index) => ({ level, index }))).map((run) => run.index)).toEqual(order)
})
