import { describe, expect, it } from 'vitest'
import { between, createSelectAll, withState } from './selection.ts'

const order = ['a', 'b', 'c', 'd', 'e']

describe('a range', () => {
  it('contains both ends in display order, in either direction', () => {
    expect(between(order, 'b', 'd')).toEqual(['b', 'c', 'd'])
    expect(between(order, 'd', 'b')).toEqual(['b', 'c', 'd'])
    expect(between(order, 'c', 'c')).toEqual(['c'])
  })

  it('is only the clicked photo if the other end is missing', () => {
    expect(between(order, null, 'd')).toEqual(['d'])
    expect(between(order, 'gone', 'd')).toEqual(['d'])
    expect(between(order, 'a', 'new')).toEqual(['new'])
  })

  it('is selected or deselected as a whole', () => {
    const selection = withState(new Set(['a', 'c']), ['b', 'c', 'd'], true)
    expect([...selection]).toEqual(['a', 'c', 'b', 'd'])
    expect([...withState(selection, ['a', 'b', 'c'], false)]).toEqual(['d'])
  })

  it('leaves the previous selection unchanged', () => {
    const before = new Set(['a'])
    withState(before, ['b'], true)
    expect([...before]).toEqual(['a'])
  })
})

describe('select all while the ids are loading', () => {
  function open() {
    const shown: (string[] | null)[] = []
    return { shown, ...createSelectAll((except) => shown.push(except && [...except])) }
  }

  it('collects the photos that the user toggles in the meantime', () => {
    const { shown, begin, exclude, end } = open()
    const request = begin(true)
    expect([exclude('b'), exclude('c'), exclude('b')]).toEqual([true, true, true])
    expect(shown).toEqual([[], ['b'], ['b', 'c'], ['c']])
    expect([...(end(request ?? 0) ?? [])]).toEqual(['c'])
    expect(shown.at(-1)).toBeNull()
    expect(exclude('b')).toBe(false)
  })

  it('ignores the ids of an earlier request', () => {
    const { begin, exclude, end } = open()
    const first = begin(true)
    exclude('b')
    const second = begin(true)
    expect(end(first ?? 0)).toBeNull()
    expect([...(end(second ?? 0) ?? ['missing'])]).toEqual([])
  })

  it('is cancelled by deselecting all', () => {
    const { shown, begin, exclude, end } = open()
    const request = begin(true)
    expect(begin(false)).toBeNull()
    expect([end(request ?? 0), exclude('a'), shown.at(-1)]).toEqual([null, false, null])
  })
})
