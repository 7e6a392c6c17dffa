import { expect, test } from 'vitest'
import { joinTags, splitTags } from './tag-list.ts'

const limits = { most: 3, length: 5 }

test('splits a pasted list into tags by any separator', () => {
  expect(splitTags('#slow  mornings #habits, tea\n , ,')).toEqual(['slow mornings', 'habits', 'tea'])
})

test('tags are unique regardless of case, cut to the maximum length, and limited in number', () => {
  expect(joinTags(['Tea'], ['TEA', 'milk', 'chocolate'], limits)).toEqual({ tags: ['Tea', 'milk', 'choco'], left: 0 })
  expect(joinTags(['a', 'b'], ['c', 'd', 'e'], limits)).toEqual({ tags: ['a', 'b', 'c'], left: 2 })
  expect(joinTags(['a', 'b', 'c', 'd'], ['e'], limits)).toEqual({ tags: ['a', 'b', 'c', 'd'], left: 1 })
})
