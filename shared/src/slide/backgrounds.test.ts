import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backgroundChoices, photoDeck, seededRandom, shuffled } from './backgrounds.ts'

test('a company needs three photos of its own, else all are used; GIFs never', () => {
  expect(backgroundChoices(['a.jpg', 'b.jpg', 'c.gif'], ['b.jpg', 'd.jpg'])).toEqual(['a.jpg', 'b.jpg'])
  expect(backgroundChoices(['a.jpg', 'b.jpg'], ['b.jpg', 'd.jpg', 'e.jpg'])).toEqual(['b.jpg', 'd.jpg', 'e.jpg'])
  expect(backgroundChoices(['a.jpg'], ['b.jpg', 'b.jpg', 'd.jpg', 'e.gif'])).toEqual(['a.jpg'])
})

test('starter photos are used only when there is no other photo', () => {
  const starter = ['starter/dunes.jpg', 'starter/candle.jpg']
  expect(backgroundChoices([], [], starter)).toEqual(starter)
  expect(backgroundChoices(['a.gif'], [], starter)).toEqual(starter)
  expect(backgroundChoices(['a.jpg'], [], starter)).toEqual(['a.jpg'])
  expect(backgroundChoices([], ['a.jpg', 'b.jpg', 'c.jpg'], starter)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})

test('no photo twice in a row while there are others, and each once before any comes again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 40 }), fc.string(), (photos, slides, seed) => {
      const choices = Array.from({ length: photos }, (_, index) => `${index}.jpg`)
      const deal = photoDeck(choices, seededRandom(seed))
      const dealt = Array.from({ length: slides }, deal)
      if (photos > 1) expect(dealt.some((photo, index) => index > 0 && photo === dealt[index - 1])).toBe(false)
      for (let from = 0; from + photos <= slides; from += photos) expect(new Set(dealt.slice(from, from + photos)).size).toBe(photos)
      const again = photoDeck(choices, seededRandom(seed))
      expect(Array.from({ length: slides }, again)).toEqual(dealt)
    }),
  )
})

test('without photos there is no background', () => {
  expect(photoDeck([], seededRandom('x'))()).toBeNull()
})

test('shuffling keeps every item', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), fc.string(), (items, seed) => {
      expect(shuffled(items, seededRandom(seed)).toSorted()).toEqual(items.toSorted())
    }),
  )
})
