import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchRange, shareBatches } from './share-batches.ts'

const filesOfSizes = (...sizes: number[]) => sizes.map((size) => ({ size }))

test('up to ten images share one batch', () => {
  expect(shareBatches(filesOfSizes(...Array<number>(10).fill(300_000)))).toHaveLength(1)
  const batches = shareBatches(filesOfSizes(...Array<number>(23).fill(300_000)))
  expect(batches.map(({ length }) => length)).toEqual([10, 10, 3])
  expect(batchRange(batches, 0)).toEqual({ from: 1, to: 10, of: 23 })
  expect(batchRange(batches, 2)).toEqual({ from: 21, to: 23, of: 23 })
})

test('a large video has its own batch', () => {
  expect(shareBatches(filesOfSizes(90_000_000, 1)).map(({ length }) => length)).toEqual([1, 1])
})

test('every file is in exactly one batch, in order, and no batch exceeds the limits', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60_000_000 }), { maxLength: 40 }), (sizes) => {
      const files = filesOfSizes(...sizes)
      const batches = shareBatches(files)
      expect(batches.flat()).toEqual(files)
      for (const batch of batches) {
        expect(batch.length).toBeLessThanOrEqual(10)
        if (batch.length > 1) expect(batch.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(45_000_000)
      }
    }),
  )
})
