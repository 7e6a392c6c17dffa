import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourColumns } from './hour-columns.ts'
import { placePosts } from './placing.ts'
import { wallText } from './shifting.ts'
import { somePost } from './testing/some-post.ts'

const at = (...minutes: number[]) =>
  placePosts(
    minutes.map((minute) => somePost({ scheduledTime: `${wallText('2026-11-24', minute)}:00.000Z` })),
    'UTC',
  )
const layoutOf = (minutes: number[], maxColumns = 3) => {
  const { places, overflows } = hourColumns(at(...minutes), { heightMinutes: 30, maxColumns })
  return {
    places: places.map(({ placed, column, columns }) => `${placed.minute} ${column + 1}/${columns}`),
    overflows: overflows.map(({ minute, posts }) => `${minute} +${posts.length}`),
  }
}

test('overlapping posts share the width, others take the full width', () => {
  expect(layoutOf([0, 60, 75, 90, 200])).toEqual({ places: ['0 1/1', '60 1/2', '75 2/2', '90 1/2', '200 1/1'], overflows: [] })
})

test('posts without space are grouped in the last column', () => {
  expect(layoutOf([60, 60, 60])).toEqual({ places: ['60 1/3', '60 2/3', '60 3/3'], overflows: [] })
  expect(layoutOf([60, 60, 60, 61])).toEqual({ places: ['60 1/3', '60 2/3'], overflows: ['60 +2'] })
})

test('no post is lost, and no two overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 60 }), fc.integer({ min: 2, max: 6 }), (minutes, maxColumns) => {
      const placed = at(...minutes)
      const { places, overflows } = hourColumns(placed, { heightMinutes: 30, maxColumns })
      expect(places.length + overflows.reduce((sum, { posts }) => sum + posts.length, 0)).toBe(placed.length)
      const boxes = [
        ...places.map(({ placed: { minute }, column, columns }) => ({ minute, column, columns })),
        ...overflows.map(({ minute, columns }) => ({ minute, column: columns - 1, columns })),
      ]
      for (const [index, one] of boxes.entries()) {
        expect(one.column).toBeLessThan(one.columns)
        for (const other of boxes.slice(index + 1)) {
          const isApart = Math.abs(one.minute - other.minute) >= 30 || one.column !== other.column
          expect(isApart).toBe(true)
        }
      }
    }),
  )
})
