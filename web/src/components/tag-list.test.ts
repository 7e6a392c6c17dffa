import { expect, test } from 'vitest'
import { joinTags, splitTags } from './tag-list.ts'

const limits = { most: 3, length: 5 }

test('a pasted list of any kind becomes tags', () => {
  expect(splitTags('#slow  mornings #habits, tea\n , ,')).toEqual(['slow mornings', 'habits', 'tea'])
})

test('a tag stands once whatever its case, is cut at the longest, and the rest finds no room', () => {
  expect(joinTags(['Tea'], ['TEA', 'milk', 'chocolate'], limits)).toEqual({ tags: ['Tea', 'milk', 'choco'], left: 0 })
  expect(joinTags(['a', 'b'], ['c', 'd', 'e'], limits)).toEqual({ tags: ['a', 'b', 'c'], left: 2 })
  expect(joinTags(['a', 'b', 'c', 'd'], ['e'], limits)).toEqual({ tags: ['a', 'b', 'c', 'd'], left: 1 })
})
