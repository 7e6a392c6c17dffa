import { expect, test } from 'vitest'
import { NOTHING_SELECTED, picked, withoutHidden, type PickMode, type Selection } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']
const after = (...picks: [string, PickMode][]): Selection =>
  picks.reduce((selection, [id, mode]) => picked(selection, { id, mode, order }), NOTHING_SELECTED)
const ids = ({ ids: selected }: Selection) => [...selected].toSorted().join('')

test('toggles posts one by one', () => {
  expect(ids(after(['b', 'toggle'], ['d', 'toggle']))).toBe('bd')
  expect(ids(after(['b', 'toggle'], ['d', 'toggle'], ['b', 'toggle']))).toBe('d')
})

test('a range extends from the last pick in both directions and adds to the selection', () => {
  expect(ids(after(['b', 'toggle'], ['d', 'range']))).toBe('bcd')
  expect(ids(after(['a', 'toggle'], ['e', 'toggle'], ['d', 'range']))).toBe('ade')
  expect(ids(after(['c', 'range']))).toBe('c')
})

test('posts that are no longer shown are deselected', () => {
  const selection = after(['b', 'toggle'], ['d', 'range'])
  expect(ids(withoutHidden(selection, ['a', 'c']))).toBe('c')
  expect(withoutHidden(selection, order)).toBe(selection)
})
