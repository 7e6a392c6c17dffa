import { expect, test } from 'vitest'
import { batchesOf, idsOf } from './photo-ids.ts'

test('decodes ids', () => {
  const ids = ['00010203-0405-4607-8809-0a0b0c0d0e0f', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
  const base64 = btoa(
    String.fromCharCode(...ids.flatMap((id) => (id.replaceAll('-', '').match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)))),
  )
  expect(idsOf(base64)).toEqual(ids)
  expect(idsOf('')).toEqual([])
})

test('splits ids into batches in order', () => {
  expect(batchesOf(['a', 'b', 'c', 'd', 'e'], 2)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  expect(batchesOf([])).toEqual([])
  expect(batchesOf(Array.from({ length: 20_001 }, () => 'a')).map(({ length }) => length)).toEqual([20_000, 1])
})
