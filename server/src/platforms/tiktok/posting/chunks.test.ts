import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planChunks } from './chunks.ts'

/** Size, usual chunk, announced chunk, count, last chunk. */
test.each([
  [3_000_000, 10_000_000, 3_000_000, 1, 3_000_000],
  [12_000_000, 10_000_000, 12_000_000, 1, 12_000_000],
  [50_000_123, 10_000_000, 10_000_000, 5, 10_000_123],
  [67_108_865, 10_485_760, 10_485_760, 6, 14_680_065],
  [19_999_999, 10_000_000, 19_999_999, 1, 19_999_999],
  [20_000_000, 10_000_000, 10_000_000, 2, 10_000_000],
])('plans %i bytes in chunks of %i', (size, usual, chunkBytes, count, last) => {
  const plan = planChunks(size, usual)
  const end = plan.chunks.at(-1)
  expect([plan.chunkBytes, plan.count, (end?.to ?? 0) - (end?.from ?? 0) + 1]).toEqual([chunkBytes, count, last])
})

test('splits any video up to 4 GB as the Media Transfer Guide requires, with either megabyte', () => {
  const [least, most] = [5 * 1024 * 1024, 64_000_000]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4_000_000_000 }), (size) => {
      const { chunkBytes, count, chunks } = planChunks(size)
      expect(chunks).toHaveLength(count)
      expect(count).toBe(Math.floor(size / chunkBytes))
      expect(count).toBeLessThanOrEqual(1000)
      let next = 0
      for (const [at, { from, to }] of chunks.entries()) {
        expect(from).toBe(next)
        next = to + 1
        if (at < count - 1) expect(to - from + 1).toBe(chunkBytes)
      }
      expect(next).toBe(size)
      expect(chunkBytes).toBeLessThanOrEqual(most)
      const last = chunks.at(-1)
      expect((last?.to ?? 0) - (last?.from ?? 0) + 1).toBeLessThanOrEqual(most)
      if (count === 1) expect(chunkBytes).toBe(size)
      else expect(chunkBytes).toBeGreaterThanOrEqual(least)
    }),
  )
})
