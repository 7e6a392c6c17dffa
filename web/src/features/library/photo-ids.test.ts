import { expect, test } from 'vitest'
import { callsOf, idsOf } from './photo-ids.ts'

test('ids are read as they were written', () => {
  const ids = ['00010203-0405-4607-8809-0a0b0c0d0e0f', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
  const base64 = btoa(
    String.fromCharCode(...ids.flatMap((id) => (id.replaceAll('-', '').match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)))),
  )
  expect(idsOf(base64)).toEqual(ids)
  expect(idsOf('')).toEqual([])
})

test('as many as a call may name go together, in their order and each once', () => {
  expect(callsOf(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(callsOf([])).toEqual([])
  expect(callsOf(Array.from({ length: 20_001 }, () => 'a')).map(({ length }) => length)).toEqual([20_000, 1])
})
