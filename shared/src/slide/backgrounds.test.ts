import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backgroundChoices, seededRandom, shuffled } from './backgrounds.ts'

test('a company needs three photos of its own, else all are used; GIFs never', () => {
  expect(backgroundChoices(['a.jpg', 'b.jpg', 'c.gif'], ['b.jpg', 'd.jpg'])).toEqual(['a.jpg', 'b.jpg'])
  expect(backgroundChoices(['a.jpg', 'b.jpg'], ['b.jpg', 'd.jpg', 'e.jpg'])).toEqual(['b.jpg', 'd.jpg', 'e.jpg'])
  expect(backgroundChoices(['a.jpg'], ['b.jpg', 'b.jpg', 'd.jpg', 'e.gif'])).toEqual(['a.jpg'])
})

test('shuffling keeps every item', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.string(), (items, seed) => {
      expect(shuffled(items, seededRandom(seed)).toSorted()).toEqual(items.toSorted())
    }),
  )
})
